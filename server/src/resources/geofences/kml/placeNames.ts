import type { KmlPlacemark } from "./KmlPlacemark.ts";

const named = new Set(["Placemark", "GroundOverlay", "NetworkLink"]);
const longestName = 1000;
/** Fields in which programs keep a place's name, most telling first: QGIS and ArcGIS write a table's columns. */
const nameFields = ["name", "title", "label", "room", "raum", "bezeichnung", "text"];
const lastFields = ["description", "id"];
/** A column of one's own that names a place: `Raumname`, `zone_no`. */
const nameColumn = /(?:name|bez|bezeichnung|title|titel|label|nummer|number|nr|no|code|zone|area|bereich|raum|room)$/;

/** A folder's name may be written after the places in it. */
interface Folder {
  name: string;
}

/**
 * Collects the names of a KML text's places while it is read: a place's own, or that of its fields (`ExtendedData`), and
 * those of the folders around it.
 */
export function placeNames() {
  const folders: Folder[] = [];
  /** The places of the element that is being read, and what it is called. */
  let own: KmlPlacemark[] = [];
  let name = "";
  let fields = new Map<string, string>();
  /** The field whose value is being read. */
  let field: string | null = null;
  const foldersOf = new Map<KmlPlacemark, readonly Folder[]>();

  const clear = (): void => {
    own = [];
    name = "";
    fields = new Map();
  };
  const finish = (): void => {
    const columns = [...fields.keys()].filter((each) => nameColumn.test(each));
    const found = [...nameFields, ...columns, ...lastFields]
      .map((each) => fields.get(each)?.trim() ?? "")
      .find((text) => text !== "");
    for (const place of own) place.name = name.trim() || (found ?? "");
    clear();
  };
  return {
    /** A place needs its names once they are known. */
    wanted: (place: KmlPlacemark): void => {
      own.push(place);
      if (folders.length > 0) foldersOf.set(place, [...folders]);
    },
    open: (tag: string, attributes: Readonly<Record<string, string>>): void => {
      if (tag === "Folder") folders.push({ name: "" });
      if (named.has(tag)) clear();
      if (tag === "SimpleData" || tag === "Data") field = (attributes["name"] ?? "").trim().toLowerCase();
    },
    text: (path: readonly string[], text: string): void => {
      const [around, tag] = [path.at(-2) ?? "", path.at(-1)];
      if (tag === "name" && named.has(around)) name = (name + text).slice(0, longestName);
      else if (tag === "name" && around === "Folder")
        folders.at(-1)!.name = (folders.at(-1)!.name + text).slice(0, longestName);
      else if (field !== null && (tag === "SimpleData" || tag === "value"))
        fields.set(field, ((fields.get(field) ?? "") + text).slice(0, longestName));
    },
    close: (tag: string): void => {
      if (tag === "SimpleData" || tag === "Data") field = null;
      if (named.has(tag)) finish();
      if (tag === "Folder") folders.pop();
    },
    end: (): void => {
      for (const [place, around] of foldersOf)
        place.folders = around.map((folder) => folder.name.trim()).filter((text) => text !== "");
    },
  };
}
