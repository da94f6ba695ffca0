import { areas, lettersOf, type Operation } from "@pulse/contract/access";
import { texts } from "../text/translate.ts";

/** What a role allows in a line: "Full access", or the areas that it may change, then those that it may only read. */
export function rightsSummary(operations: readonly Pick<Operation, "area" | "letter">[]): string {
  const has = (area: string, letter: string): boolean =>
    operations.some((operation) => operation.area === area && operation.letter === letter);
  const all = areas.every((area) => lettersOf[area].every((letter) => has(area, letter)));
  if (all) return texts.t("access.rights.everything");
  if (operations.length === 0) return texts.t("access.rights.nothing");
  const touched = areas.filter((area) => operations.some((operation) => operation.area === area));
  const changed = touched.filter((area) => lettersOf[area].some((letter) => letter !== "r" && has(area, letter)));
  const read = touched.filter((area) => !changed.includes(area));
  const list = (which: readonly string[]): string =>
    which.map((area) => texts.t(`access.areaWords.${area}`)).join(", ");
  return [
    changed.length === 0 ? "" : texts.t("access.rights.changes", { areas: list(changed) }),
    read.length === 0 ? "" : texts.t("access.rights.reads", { areas: list(read) }),
  ]
    .filter((text) => text !== "")
    .join(" · ");
}
