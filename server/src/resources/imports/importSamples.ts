import { furtherColumns, type ImportNoun, importSample } from "@pulse/contract/importHeaders";
import type { ImportKind } from "./ImportKind.ts";

/** Which columns of a template have a type, and which a name or a MAC that is different in each row. */
const typeColumns: Readonly<Record<ImportNoun, string>> = {
  assets: "tracker_type",
  trackers: "type",
  hardwares: "hardware_type",
};

/**
 * A template with rows to be replaced: one for each type that rows may name, so that people see what is accepted. Its rows can
 * be imported as they are.
 * @param types as the screens show them
 */
export function sampleTable(
  { noun, columns: own }: Pick<ImportKind<object>, "noun" | "columns">,
  types: readonly { name: string }[],
): { columns: string[]; rows: string[][] } {
  // An asset's row may make its tracker, too.
  const columns = noun === "assets" ? [...own, ...furtherColumns.assets.filter((column) => column !== "id")] : [...own];
  const rows = types.map(({ name: type }, nth) =>
    columns.map((column) => {
      const cell = importSample[noun][column] ?? "";
      if (column === typeColumns[noun]) return type;
      return cell.replace("{nth}", column.endsWith("mac") ? hexByte(nth + 1) : String(nth + 1));
    }),
  );
  return { columns, rows };
}

const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, "0");
