import type { Answers, List, PackedAnswers, PackedList } from "../format.ts";
import { packRows, unpackRows } from "./packedRows.ts";

const packList = (list: List): PackedList => ({ ...list, rows: packRows(list.rows) });
const unpackList = (list: PackedList): List => ({ ...list, rows: unpackRows(list.rows) });

/** Answers as they are written to a file. */
export function packAnswers(answers: Answers): PackedAnswers {
  const entries = Object.entries(answers).map(([path, entry]): [string, PackedAnswers[string]] => {
    if (entry.kind === "list") return [path, { ...entry, variants: entry.variants.map(packList) }];
    if (entry.kind === "series") return [path, { ...entry, variants: entry.variants.map(packList) }];
    return [path, entry];
  });
  return Object.fromEntries(entries);
}

/** Answers as they were before they were written. */
export function unpackAnswers(packed: PackedAnswers): Answers {
  const entries = Object.entries(packed).map(([path, entry]): [string, Answers[string]] => {
    if (entry.kind === "list") return [path, { ...entry, variants: entry.variants.map(unpackList) }];
    if (entry.kind === "series") return [path, { ...entry, variants: entry.variants.map(unpackList) }];
    return [path, entry];
  });
  return Object.fromEntries(entries);
}
