import { readFileSync } from "node:fs";

/** What only a drawn map has: its canvas and picture, its scale bar, its camera in the address, its graphics objects. */
const marks = /maplibregl-canvas|name: "Scale"|get\("at"\)|mapPicture\.ts|heldByMaps\.ts/;

/** Whether a spec's file names something that only a drawn map has. */
export function looksAtMap(specFile: string): boolean {
  return marks.test(readFileSync(specFile, "utf8"));
}
