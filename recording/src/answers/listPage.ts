import { asText } from "../asText.ts";
import type { Json, Query, Row } from "../format.ts";

/** The metadata of a page, as it goes over the wire. */
export interface PageOf {
  content: Json[];
  metadata: { total_count: number; current_page: number; max_page: number; limit: number };
}

/** Names of columns that are no field of the row itself. */
const columns: Readonly<Record<string, (row: Row) => Json>> = {
  tracker_name: (row) => each(row["linked_trackers"], "name"),
  tracker_mac: (row) => each(row["linked_trackers"], "mac"),
  asset_name: (row) => part(row["linked_asset"], "name"),
  hardware_type: (row) => part(row["hardware_type"], "type"),
  role: (row) => part(row["role"], "name"),
};

/** Filters that a row itself decides. */
const filters: Readonly<Record<string, (row: Row, wanted: readonly string[]) => boolean>> = {
  archived: (row, [wanted]) => wanted === "all" || !("archived" in row) || asText(row["archived"]) === wanted,
  type: (row, wanted) => wanted.includes(asText(row["type"])),
  status: (row, wanted) => wanted.includes(asText(row["status"])),
  floor_id: (row, wanted) => floorsOf(row).some((floor) => wanted.includes(floor)),
  hardware_type_id: (row, wanted) => wanted.includes(asText(part(row["hardware_type"], "id"))),
  linked: (row, [wanted]) => String(isLinked(row)) === wanted,
  action: (row, wanted) => wanted.includes(asText(row["action"])),
  entity_id: (row, wanted) => wanted.includes(asText(part(row["entity"], "id"))),
  entity_kind: (row, wanted) => wanted.includes(asText(part(row["entity"], "kind"))),
};

/** The page of recorded rows that a search asks for, as the API would answer it. */
export function listPage(rows: readonly Row[], query: Query, usualLimit: number): PageOf {
  const found = sorted(
    rows.filter((row) => fits(row, query) && contains(row, query)),
    query,
  );
  return pageOf(found, query, usualLimit);
}

/** Cuts the page that is asked for; without page and limit it is everything. */
export function pageOf(rows: readonly Json[], query: Query, usualLimit: number): PageOf {
  const isWhole = query["page"] === undefined && query["limit"] === undefined;
  const limit = isWhole ? Math.max(1, rows.length) : Number(query["limit"] ?? usualLimit);
  const page = Number(query["page"] ?? 1);
  return {
    content: rows.slice((page - 1) * limit, page * limit),
    metadata: {
      total_count: rows.length,
      current_page: page,
      max_page: Math.max(1, Math.ceil(rows.length / limit)),
      limit: isWhole ? usualLimit : limit,
    },
  };
}

function fits(row: Row, query: Query): boolean {
  return Object.entries(filters).every(([name, isFitting]) => {
    const wanted = query[name];
    return wanted === undefined || wanted === "" || isFitting(row, wanted.split(","));
  });
}

function contains(row: Row, query: Query): boolean {
  const keyword = (query["search_keyword"] ?? "").trim().toLowerCase();
  if (keyword === "") return true;
  const fields = query["search_fields"]?.split(",") ?? Object.keys(row);
  return fields.some((field) => asText(valueOf(row, field)).toLowerCase().includes(keyword));
}

function sorted(rows: readonly Row[], query: Query): readonly Row[] {
  const fields = query["sort_fields"]?.split(",") ?? [];
  if (fields.length === 0) return rows;
  const orders = query["sort_order"]?.split(",") ?? [];
  return rows.toSorted((first, second) => {
    for (const [nth, field] of fields.entries()) {
      const order = compare(valueOf(first, field), valueOf(second, field));
      if (order !== 0) return (orders[nth] ?? orders[0]) === "desc" ? -order : order;
    }
    return 0;
  });
}

/** Missing values come last in ascending order, as in PostgreSQL. */
function compare(first: Json, second: Json): number {
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  if (typeof first === "number" && typeof second === "number") return first - second;
  return asText(first).localeCompare(asText(second), "en", { numeric: true });
}

const valueOf = (row: Row, field: string): Json => columns[field]?.(row) ?? row[field] ?? null;

function part(value: Json | undefined, key: string): Json {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value[key] ?? null) : (value ?? null);
}

function each(value: Json | undefined, key: string): Json {
  return Array.isArray(value) ? value.map((item) => asText(part(item, key))).join(" ") : null;
}

function floorsOf(row: Row): string[] {
  const { floor_id: own, floor_ids: several, last_location: place } = row;
  if (Array.isArray(several)) return several.map(String);
  return [own ?? part(place ?? null, "floor_id")].filter((floor): floor is string => typeof floor === "string");
}

function isLinked(row: Row): boolean {
  const { linked_trackers: trackers, linked_asset: asset } = row;
  return Array.isArray(trackers) ? trackers.length > 0 : (asset ?? null) !== null;
}
