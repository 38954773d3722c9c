// Values that look like those of a business. Each is made from names alone, so that the same question has the same answer.

/** In [0, 1), from a text (FNV-1a, then mixed: neighbours must not look alike). */
export function draw(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const LISTS: readonly (readonly [names: RegExp, values: readonly string[]])[] = [
  [/region|territory|area/, ["North", "West", "South", "East", "Overseas"]],
  [/country|market|nation/, ["Germany", "France", "Poland", "Netherlands", "Spain", "Italy", "Austria"]],
  [/city|site|warehouse|location|plant/, ["Rotterdam", "Gdańsk", "Hamburg", "Lyon", "Porto", "Vienna"]],
  [/channel|source|medium|campaign/, ["Online", "Wholesale", "Retail", "Partner", "Phone"]],
  [/currency/, ["EUR", "USD", "PLN", "GBP"]],
  [/stage|status|state/, ["New", "In progress", "Waiting", "Won", "Closed", "Lost"]],
  [/segment/, ["Enterprise", "Mid-market", "Small business", "Public sector"]],
  [/priority|severity/, ["Low", "Medium", "High", "Critical"]],
  [/reason/, ["Damaged", "Too late", "Wrong item", "Not needed", "Other"]],
  [/bucket|age\b|band|range|tier|grade/, ["0–30", "31–60", "61–90", "91–120", "Over 120"]],
  [
    /category|group|type|class|segment|kind|industry|line/,
    ["Hardware", "Spare parts", "Tools", "Packaging", "Consumables", "Other"],
  ],
  [
    /owner|manager|user|rep|employee|contact|person|assignee|agent/,
    [
      "Ana Ruiz",
      "Ben Okafor",
      "Chiara Conti",
      "Dev Patel",
      "Ewa Nowak",
      "Finn Larsen",
      "Grace Kim",
      "Hugo Meyer",
    ],
  ],
  [
    /supplier|vendor|carrier/,
    [
      "Adler & Söhne",
      "Baltic Freight",
      "Corvus Metals",
      "Delta Plastics",
      "Elm Logistics",
      "Fjord Supply",
      "Granit Works",
    ],
  ],
  [
    /customer|account|company|client|lead|opportunity/,
    [
      "Aster Retail",
      "Bluefin Foods",
      "Cobalt Energy",
      "Dunmore Ltd",
      "Ember Hotels",
      "Fairway Group",
      "Gildan Health",
      "Harbor Media",
      "Isar Bau",
      "Juniper Labs",
    ],
  ],
  [
    /product|item|sku|article|name|title/,
    [
      "Anchor bolt",
      "Bearing 6204",
      "Cable drum",
      "Drill head",
      "Edge guard",
      "Flange DN50",
      "Gasket set",
      "Hinge 90°",
      "Impeller",
      "Joint kit",
      "Key switch",
      "Lamp 24 V",
    ],
  ],
];

/** The values of a dimension, the same ones for each query. */
export function valuesOf(member: string, type: string | undefined): readonly (string | boolean | null)[] {
  if (type === "boolean") return [true, false];
  const [cube = "", ...rest] = member.toLowerCase().split(".");
  const name = rest.join(" ").replaceAll("_", " ");
  if (type === "number" || /(^| )id$/.test(name)) return numbers(member);
  const find = (text: string) => LISTS.find(([names]) => names.test(text))?.[1];
  // `customers.name` is one of the customers.
  const own = /^(?:full )?(?:name|title)$/.test(name) ? find(cube.replaceAll("_", " ")) : undefined;
  return own ?? find(name) ?? ["A", "B", "C", "D", "E"].map((letter) => `${labelOf(member)} ${letter}`);
}

const numbers = (member: string) =>
  Array.from({ length: 9 }, (_, at) => String(Math.floor(draw(`${member}#${at}`) * 9000) + 1000)).sort();

/** `orders.net_revenue` → `Net revenue`. */
export function labelOf(member: string): string {
  const words = (member.split(".").at(-1) ?? member).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The value of a measure, beside what it is grouped by; "" for all of it. `along` is where it is on the way of time, in buckets. */
export function measureOf(member: string, group: string, along: number): number {
  const name = member.toLowerCase().split(".").slice(1).join(" ").replaceAll("_", " ");
  const own = 0.45 + draw(`${member}|${group}`);
  const phase = draw(member) * 6;
  const season = 1 + 0.1 * Math.sin(along * 0.9 + phase) + 0.2 * Math.sin(along * 0.13 + phase);
  const noise = 0.94 + 0.12 * draw(`${member}|${group}|${along}`);
  const share = own * season * noise;
  const size = draw(`size of ${member}`);
  if (/on time|in full|fill rate/.test(name)) return round(Math.min(0.99, 0.8 + share * 0.12), 4);
  if (/defect|error|return/.test(name) && /rate|ratio|share/.test(name)) return round(share * 0.03, 4);
  if (/rate|ratio|percent|pct|share|margin|conversion/.test(name))
    return round(Math.min(0.98, share * 0.3), 4);
  if (/avg|average|mean|median|price/.test(name)) return round(share * (40 + 300 * size), 2);
  if (/\b(?:days|hours|minutes|duration|time|age|score)\b/.test(name))
    return round(share * (6 + 30 * size), 1);
  // What can be added up is more in sum than in part.
  const whole = group === "" && along === 0 ? 12 : 1;
  if (/revenue|amount|value|cost|spend|sales|total|balance|profit|budget/.test(name))
    return round(whole * share * (20_000 + 400_000 * size), 2);
  return Math.max(1, Math.round(whole * share * (40 + 1500 * size)));
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
