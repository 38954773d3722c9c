// Declared workbooks whose slug was moved in the UI, so that no renaming in the files could follow.

import { displacedHazard, type Whereabouts } from "../../plan/index.ts";
import type { Survey } from "./found.ts";
import type { NotFollowed } from "./renamed.ts";

/** Of one whose stamp says that an apply gave it its slug, and that has one of before again. */
export function renamedBack(slug: string, live: string): NotFollowed {
  return {
    message: `${slug} is live as ${live} again, which its \`was\` names: renamed in the UI?`,
    help: `Declare it as ${live}, without that in \`was\`; or rename it once more with \`boardwright apply --allow renamed\`.`,
  };
}

/** Of those whose slug another live workbook has by now. */
export function findDisplaced(
  edits: Survey["edits"],
  whereabouts: Pick<Whereabouts, "findDisplaced">,
): Survey["moved"] {
  return edits.flatMap(({ declared: { slug }, change }) => {
    const isAdopted = change.hazards.some(({ code }) => code === "adopt");
    const place = isAdopted ? whereabouts.findDisplaced(slug) : undefined;
    if (!place) return [];
    const help = `Give the workbook ${place.id} the slug ${slug} back on the platform, and the other one its own; or give both other slugs in the files.`;
    return [{ slug, message: `${slug}: ${displacedHazard(place).message}`, help }];
  });
}
