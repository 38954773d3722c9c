// The functions that the build makes of the schemas: all that running the sources needs of it.
import { generateValidators } from "../../scripts/validators.mjs";

export default function generate(): void {
  generateValidators();
}
