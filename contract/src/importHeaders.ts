/** The columns of a file, in the order of its template. */
export const importColumns = {
  assets: ["name", "type", "external_id", "description", "tracker_mac"],
  trackers: ["name", "type", "mac", "serial_no", "asset_name", "ibeacon", "eddystone_uid", "irk"],
  hardwares: [
    "name",
    "hardware_type",
    "mac",
    "building",
    "floor",
    "lat",
    "lon",
    "z",
    "alpha",
    "beta",
    "gamma",
    "measured_power",
    "anchor_snap_radius",
  ],
} as const;
export type ImportNoun = keyof typeof importColumns;

/** The cells of a template's rows, to be replaced; `{nth}` is the number of the row. */
export const importSample: Readonly<Record<ImportNoun, Readonly<Record<string, string>>>> = {
  assets: {
    name: "Cart {nth}",
    type: "Cart",
    external_id: "E-{nth}",
    description: "Blue cart of the kitchen",
    tracker_mac: "AC:23:3F:00:00:{nth}",
    tracker_name: "Tag {nth}",
    tracker_serial_no: "SN-{nth}",
  },
  trackers: { name: "Tag {nth}", mac: "AC:23:3F:00:00:{nth}", serial_no: "SN-{nth}" },
  hardwares: { name: "Gateway {nth}", mac: "AC:23:3F:00:01:{nth}", lat: "51.9", lon: "4.4", z: "2.5" },
};

/** Columns that hold numbers: there a comma may be the decimal point. */
export const numberColumns: ReadonlySet<string> = new Set([
  "lat",
  "lon",
  "z",
  "alpha",
  "beta",
  "gamma",
  "measured_power",
  "anchor_snap_radius",
]);

/** Columns whose cells are secret: they are shown by their last four characters. */
export const secretColumns: ReadonlySet<string> = new Set(["irk", "tracker_irk"]);

/** What files have beside the template's columns: the id of an export, an asset's tracker, and a place in one cell. */
export const furtherColumns: Readonly<Record<ImportNoun, readonly string[]>> = {
  assets: [
    "id",
    "tracker_name",
    "tracker_type",
    "tracker_serial_no",
    "tracker_ibeacon",
    "tracker_eddystone_uid",
    "tracker_irk",
  ],
  trackers: ["id"],
  hardwares: ["id", "coordinates"],
};

const names = ["bezeichnung", "benennung", "titel", "title", "label"];
const macs = [
  "macaddress",
  "macadresse",
  "macaddr",
  "macid",
  "bluetoothaddress",
  "bluetoothadresse",
  "bleaddress",
  "blemac",
];
const ibeacons = ["ibeaconid", "ibeaconuuid", "ibeaconuuidmajorminor", "uuidmajorminor"];
const eddystones = ["eddystone", "eddystoneid", "uid"];
const resolvingKeys = ["identityresolvingkey", "resolvingkey", "irkkey", "identitaetsschluessel"];
const types = ["typ", "art", "kategorie", "category", "kind", "modell", "model"];
/** Other names of each column, in English and German, as `headerKey` writes them. */
const synonyms: Readonly<Record<ImportNoun, Readonly<Record<string, readonly string[]>>>> = {
  assets: {
    name: ["asset", "assetname", "objekt", "objektname", "gegenstand", "geraet", "item", ...names],
    type: ["assettype", "assettyp", "objekttyp", ...types],
    external_id: [
      "externeid",
      "externenummer",
      "extid",
      "inventarnummer",
      "inventarnr",
      "inventorynumber",
      "inventoryno",
      "assetid",
      "assetnumber",
      "artikelnummer",
    ],
    description: [
      "beschreibung",
      "notes",
      "note",
      "notiz",
      "notizen",
      "bemerkung",
      "bemerkungen",
      "comment",
      "comments",
      "kommentar",
      "desc",
    ],
    tracker_mac: [
      "tracker",
      "mac",
      "beacon",
      "beaconmac",
      "tag",
      "tagmac",
      "trackeraddress",
      "trackeradresse",
      "trackermacaddress",
      "trackermacadresse",
      "mactracker",
      "macdestrackers",
      ...macs,
    ],
    tracker_name: ["tagname", "beaconname", "namedestrackers"],
    tracker_type: ["trackertyp", "tagtype", "tagtyp", "beacontype", "typdestrackers"],
    tracker_serial_no: [
      "trackerserial",
      "trackerserialnumber",
      "tagserial",
      "trackerseriennummer",
      "seriennummerdestrackers",
    ],
    tracker_ibeacon: ["ibeacon", "tagibeacon", ...ibeacons],
    tracker_eddystone_uid: ["eddystoneuid", "tageddystone", ...eddystones],
    tracker_irk: ["irk", "tagirk", ...resolvingKeys],
  },
  trackers: {
    name: ["tracker", "trackername", "tag", "tagname", "beacon", "beaconname", ...names],
    type: ["trackertype", "trackertyp", "tagtype", "beacontype", "hersteller", "manufacturer", ...types],
    mac: ["trackermac", "tagmac", "beaconmac", ...macs],
    serial_no: ["serial", "serialnumber", "seriennummer", "seriennr", "sn", "serienno"],
    asset_name: ["asset", "linkedasset", "objekt", "objektname", "gegenstand", "verknuepftesasset"],
    ibeacon: ibeacons,
    eddystone_uid: eddystones,
    irk: resolvingKeys,
  },
  hardwares: {
    name: ["gateway", "gatewayname", "receiver", "empfaenger", ...names],
    hardware_type: [
      "type",
      "gatewaytype",
      "gatewaytyp",
      "hardwaretyp",
      "hardware",
      "geraetetyp",
      "devicetype",
      "hersteller",
      "manufacturer",
      ...types,
    ],
    mac: ["gatewaymac", "hardwaremac", ...macs],
    building: ["gebaeude", "haus", "buildingname"],
    floor: ["etage", "stockwerk", "geschoss", "ebene", "level", "floorname", "storey", "story"],
    lat: ["latitude", "breite", "breitengrad", "gpslat"],
    lon: ["lng", "long", "longitude", "laenge", "laengengrad", "gpslon", "gpslng"],
    z: ["height", "heightm", "hoehe", "montagehoehe", "mountingheight", "heightabovefloor", "zm"],
    alpha: [],
    beta: [],
    gamma: [],
    measured_power: ["messleistung", "gemesseneleistung", "measuredpowerdbm", "rssiat1m", "txpower"],
    anchor_snap_radius: ["snapradius", "fangradius", "ankerradius", "anchorradius"],
    coordinates: ["koordinaten", "latlon", "latlng", "gps", "position", "gpscoordinates", "gpskoordinaten", "pluscode"],
  },
};

/** A header without what people write differently: case, spaces, signs, umlauts, and units in brackets. */
export function headerKey(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[([{][^)\]}]*[)\]}]/g, "")
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/[^a-z0-9]/g, "");
}

/** A column of a file: what it is taken for, and why it is taken for nothing. */
export interface MappedColumn {
  header: string;
  column: string | null;
  note: "unknown" | "double" | null;
}

/**
 * What the columns of a file are taken for: by their own names, then by other names. A second column of the same kind is
 * taken for nothing.
 */
export function mapHeaders(noun: ImportNoun, headers: readonly string[]): MappedColumn[] {
  const columns: readonly string[] = [...importColumns[noun], ...furtherColumns[noun]];
  const keys = headers.map(headerKey);
  const mapped = headers.map((): string | null => null);
  const double = new Set<number>();
  const meant = (key: string, column: string, isOwn: boolean): boolean =>
    isOwn ? key === headerKey(column) : (synonyms[noun][column] ?? []).includes(key);
  for (const isOwn of [true, false])
    for (const column of columns)
      for (const [nth, key] of keys.entries()) {
        if (key === "" || mapped[nth] !== null || !meant(key, column, isOwn)) continue;
        if (mapped.includes(column)) double.add(nth);
        else mapped[nth] = column;
      }
  return headers.map((header, nth) => {
    const column = mapped[nth]!;
    const note = column === null && header.trim() !== "" ? (double.has(nth) ? "double" : "unknown") : null;
    return { header, column, note };
  });
}

/** The encodings in which a text file is read; without a choice they are told apart. */
export const tableEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "macintosh"] as const;
export type TableEncoding = (typeof tableEncodings)[number];
