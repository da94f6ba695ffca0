import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Small inputs of the field, if the machine has them: env PULSE_TEST_DATA, else beside the repository. */
const folder = join(
  process.env["PULSE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../shared/data"),
  "field-cases",
);

export const hasFieldCases = existsSync(folder);
if (!hasFieldCases) process.stderr.write(`No field cases in ${folder}: their tests are skipped.\n`);

export const fieldCase = (name: string): Buffer => readFileSync(join(folder, name));
