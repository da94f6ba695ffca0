/** A group of a DXF file: its code, and its value as text (AutoCAD 2024 DXF Reference, "Group codes"). */
export interface DxfPair {
  code: number;
  value: string;
}

/** An entity, or a record of a table: its type and its groups. */
export interface DxfRecord {
  type: string;
  pairs: readonly DxfPair[];
}

/** Far more than the drawing of a building has. */
const maxPairs = 8_000_000;

/** Why a drawing cannot be read, in words. */
export class DxfFault extends Error {
  override readonly name = "DxfFault";
}

/** Whether a text begins as a DXF file does: with comments (999) and the first section. */
export function isDxf(head: string): boolean {
  return /^\uFEFF?(?:\s*999\r?\n[^\n]*\n)*\s*0\s*\r?\n\s*SECTION\s*\r?\n/.test(head);
}

/**
 * The sections of an ASCII DXF file, each a list of records.
 * @throws {DxfFault} with the line, for a text that is none
 */
export function dxfSections(text: string): Map<string, DxfRecord[]> {
  const sections = new Map<string, DxfRecord[]>();
  let section: DxfRecord[] | null = null;
  let record: { type: string; pairs: DxfPair[] } | null = null;
  let isNaming = false;
  let count = 0;
  for (const pair of pairsOf(text)) {
    if (++count > maxPairs) throw new DxfFault(`line ${2 * count}: has too many parts`);
    const { code, value } = pair;
    if (isNaming && code === 2) {
      section = [];
      sections.set(value.trim().toUpperCase(), section);
      [isNaming, record] = [false, null];
    } else if (code === 0) {
      const type = value.trim().toUpperCase();
      isNaming = type === "SECTION";
      if (type === "EOF") break;
      if (type === "SECTION" || type === "ENDSEC") section = type === "ENDSEC" ? null : section;
      else if (section !== null) section.push((record = { type, pairs: [] }));
    } else if (code === 9 && section !== null) {
      // A variable of the header; its groups follow.
      section.push((record = { type: value.trim(), pairs: [] }));
    } else record?.pairs.push(pair);
  }
  return sections;
}

function* pairsOf(text: string): Generator<DxfPair> {
  let [at, line] = [0, 0];
  const next = (): string | null => {
    if (at >= text.length) return null;
    const end = text.indexOf("\n", at);
    const found = text.slice(at, end === -1 ? text.length : end);
    at = end === -1 ? text.length : end + 1;
    line += 1;
    return found.endsWith("\r") ? found.slice(0, -1) : found;
  };
  for (;;) {
    const written = next();
    if (written === null || (written.trim() === "" && at >= text.length)) return;
    const code = Number(written);
    if (written.trim() === "" || !Number.isInteger(code))
      throw new DxfFault(`line ${line}: must be a group code of DXF`);
    const value = next();
    if (value === null) throw new DxfFault(`line ${line}: the file is cut off`);
    yield { code, value };
  }
}

/** The first value of a code, as a number; `otherwise` where there is none. */
export function numberOf({ pairs }: Pick<DxfRecord, "pairs">, code: number, otherwise = 0): number {
  const found = pairs.find((pair) => pair.code === code);
  const value = found === undefined ? otherwise : Number(found.value);
  return Number.isFinite(value) ? value : otherwise;
}

/** The first value of a code, as text. */
export function textOf({ pairs }: Pick<DxfRecord, "pairs">, code: number): string {
  return pairs.find((pair) => pair.code === code)?.value.trim() ?? "";
}
