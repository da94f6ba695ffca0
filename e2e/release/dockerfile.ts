import { readFileSync } from "node:fs";

/** An instruction of a Dockerfile, in the order of the file. */
export interface Instruction {
  /** `RUN`, `COPY`, … */
  name: string;
  /** What follows it, with continued lines joined. */
  text: string;
}

/** A Dockerfile's instructions, without comments. */
export function readDockerfile(path: string): Instruction[] {
  const lines = readFileSync(path, "utf8").split("\n");
  const joined = lines.filter((line) => !line.startsWith("#")).join("\n");
  return joined
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name, ...words] = line.trim().split(/\s+/);
      return { name: name ?? "", text: words.join(" ") };
    });
}

/** The last one of a name, which is the one that counts where only one can. */
export function lastOf(instructions: readonly Instruction[], name: string): string {
  const found = instructions.findLast((each) => each.name === name);
  if (found === undefined) throw new Error(`the Dockerfile has no ${name}`);
  return found.text;
}
