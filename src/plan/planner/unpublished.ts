// Workbooks to be published on a deployment that cannot publish.

import type { Diagnostic } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Declared } from "../state/declared.ts";
import type { Abilities } from "./abilities.ts";

/** If the deployment cannot publish, the drafts are applied all the same, with a warning each. */
export function withoutPublishing({
  declared,
  can,
}: {
  declared: ReadonlyMap<string, Declared>;
  can: Pick<Abilities, "publish">;
}) {
  const unpublished = can.publish ? [] : [...declared.values()].filter(({ publish }) => publish);
  const drafts = unpublished.map((wanted) => [wanted.slug, { ...wanted, publish: false }] as const);
  return { declared: new Map([...declared, ...drafts]), unpublished: unpublished.map(cannotPublish) };
}

function cannotPublish({ slug, file, line }: Declared): Diagnostic {
  return diagnose(
    { kind: "workbook", key: slug, source: { file, line: line() } },
    {
      rule: "publish-unsupported",
      severity: "warning",
      message: `this deployment does not describe publishing; ${slug} is applied as a draft`,
      help: "Publish it on the platform, or set `publish: false` for this target under `overrides`.",
    },
  );
}
