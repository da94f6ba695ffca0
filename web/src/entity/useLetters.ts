import type { Area, Letter } from "@pulse/contract/access";
import { useAccess } from "../shell/person.api.ts";

/** What the person may do in an area, letter by letter; nothing while that is not known yet. Without an area: everything. */
export function useLetters(area: Area | null): Readonly<Record<Letter, boolean>> {
  const { data: access } = useAccess();
  const may = (letter: Letter): boolean => area === null || (access?.[area].includes(letter) ?? false);
  return { c: may("c"), r: may("r"), u: may("u"), d: may("d") };
}
