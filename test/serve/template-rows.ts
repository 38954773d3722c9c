// A template with three rows, in YAML or in a table, for the tests of the studio.
import { PROJECT } from "./studio-server.ts";

export const REGIONS = `# Sales regions.
- key: north
  title: North
- key: south
  title: The South
  override:
    dashboard: { widgets: { units: { config: { title: Units down here } } } }
- { key: west, title: West } # new
`;

export const TABLE = "key,title\nnorth,North\nsouth,The South\nwest,West\n";

export const TEMPLATE = `workbooks:
  sales-\${row.key}:
    each: { $include: ../regions.yaml }
    name: Sales \${row.title}
    folder: Sales
    dashboard:
      layout: { cols: { lg: 12 }, rowHeight: 40, margin: [8, 8] }
      widgets:
        - id: revenue
          type: CHART
          position: [0, 0, 6, 4] # top left
          config: { title: Revenue }
        - { id: units, type: CHART, position: [6, 0, 6, 4], config: { title: Units } }
        - id: head
          type: TEXT
          position: [0, 4, 12, 2]
          config: { title: "\${row.title}", markdown: "All of \${row.title}, net" }
`;

export const ROWS = {
  "boardwright.yaml": PROJECT,
  "regions.yaml": REGIONS,
  "dashboards/sales.yaml": TEMPLATE,
};

export const TABLE_ROWS = {
  "boardwright.yaml": PROJECT,
  "regions.csv": TABLE,
  "dashboards/sales.yaml": TEMPLATE.replace("regions.yaml", "regions.csv"),
};
