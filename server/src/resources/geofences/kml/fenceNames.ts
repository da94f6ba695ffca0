import { cleanName } from "@pulse/contract/names";
import type { KmlPlacemark } from "./KmlPlacemark.ts";

const longestName = 100;
const shortened = (text: string, length = longestName): string => Array.from(text).slice(0, length).join("").trim();

/**
 * The names of a file's geofences. Places with the same name in different folders get their folder's; a name that is
 * taken gets a number.
 */
export function fenceNames(
  places: readonly Pick<KmlPlacemark, "name" | "folders">[],
  {
    name: wanted,
    existingNames,
    nameCharacters,
  }: { name?: string | undefined; existingNames: ReadonlySet<string>; nameCharacters: string },
) {
  /** A name that a geofence may have: other characters become dashes. */
  const clean = (written: string, nth: number): string => shortened(cleanName(written, nameCharacters)) || `KML ${nth}`;
  const usedNames = new Set([...existingNames].map((name) => name.toLowerCase()));
  const foldersOf = Map.groupBy(places, ({ name }) => clean(name, 0).toLowerCase());
  const isAmbiguous = ({ name }: Pick<KmlPlacemark, "name">): boolean => {
    const alike = foldersOf.get(clean(name, 0).toLowerCase()) ?? [];
    return new Set(alike.map(({ folders }) => folders.join("/"))).size > 1;
  };
  const nameOf = (nth: number): string => {
    const place = places[nth]!;
    if (wanted !== undefined) return places.length === 1 ? wanted : shortened(`${wanted} ${nth + 1}`);
    const name = clean(place.name, nth + 1);
    const folder = clean(place.folders.at(-1) ?? "", 0);
    if (!isAmbiguous(place) || place.folders.length === 0) return name;
    return `${shortened(name, longestName - 3 - Math.min(40, folder.length))} (${shortened(folder, 40)})`;
  };
  return {
    clean,
    /** The name of the nth place; to be called in their order. */
    next: (nth: number): string => {
      const name = freeName(clean(nameOf(nth), nth + 1), usedNames);
      usedNames.add(name.toLowerCase());
      return name;
    },
  };
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  if (!usedNames.has(name.toLowerCase())) return name;
  for (let nth = 2; ; nth++) {
    const ending = ` (${nth})`;
    const other = shortened(name, longestName - ending.length) + ending;
    if (!usedNames.has(other.toLowerCase())) return other;
  }
}
