import { z } from "zod";
import type { Area, Need } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Id, QueryBoolean, queryInt } from "./fields.ts";
import { limits } from "./limits.ts";

/** What became of a file's rows (shapes S14); `undone`: the imported things were deleted again. */
export const ImportReport = z
  .object({
    id: Id,
    dryRun: z.boolean(),
    state: z.enum(["running", "done", "refused", "undone"]),
    total: z.number().int(),
    /** The check of a file stops after a thousand rows with errors: how many rows it has looked at. */
    checked: z.number().int(),
    created: z.number().int(),
    rows: z.array(
      z.object({
        /** 1: the first after the header. */
        row: z.number().int(),
        status: z.enum(["ok", "error"]),
        id: Id.nullable(),
        errors: z.array(z.object({ column: z.string(), value: z.string(), code: z.string(), message: z.string() })),
      }),
    ),
  })
  .meta({ id: "ImportReport" });
export type ImportReport = z.infer<typeof ImportReport>;

/** Which of a report's rows an answer has: a page of all of them, or of those with errors. */
const rowsQuery = z.object({
  status: z.enum(["error"]).optional(),
  page: queryInt(1, 1_000_000).optional(),
  limit: queryInt(1, limits.importRowsListed).optional(),
});
export type RowsQuery = z.infer<typeof rowsQuery>;

/** The columns of a file, in the order of its template; others are ignored. */
export const importColumns = {
  assets: ["name", "type", "external_id", "description", "tracker_mac"],
  trackers: ["name", "type", "mac", "serial_no", "asset_name"],
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

const makes = (area: Area): Need => ({ area, letter: "c" });

function importInto(noun: { path: keyof typeof importColumns; id: string; area: Area; tag: string }) {
  return {
    load: endpoint({
      id: `import${noun.id}`,
      method: "POST",
      path: `/api/v3/${noun.path}/import`,
      tag: noun.tag,
      summary: "Creates one item per row of a CSV file, or none at all; over 1,000 rows run later, with 202",
      access: { all: [makes(noun.area)] },
      scope: "site",
      query: rowsQuery.extend({ siteId: Id.optional(), dryRun: QueryBoolean.optional() }),
      upload: { part: "file", types: ["text/csv"], maxBytes: limits.importBytes },
      content: ImportReport,
      status: 201,
      paged: true,
    }),
    template: endpoint({
      id: `get${noun.id}ImportTemplate`,
      method: "GET",
      path: `/api/v3/${noun.path}/import-template`,
      tag: noun.tag,
      summary: "The header of a file to import",
      access: { all: [makes(noun.area)] },
      content: z.unknown(),
      file: ["text/csv"],
    }),
  };
}

export const { load: importAssets, template: getAssetsImportTemplate } = importInto({
  path: "assets",
  id: "Assets",
  area: "asset_management",
  tag: "Assets",
});
export const { load: importTrackers, template: getTrackersImportTemplate } = importInto({
  path: "trackers",
  id: "Trackers",
  area: "identifier_management",
  tag: "Trackers",
});
export const { load: importHardwares, template: getHardwaresImportTemplate } = importInto({
  path: "hardwares",
  id: "Hardwares",
  area: "hardware_management",
  tag: "Gateways",
});

const params = z.object({ id: Id });
const anyMaker = {
  any: [makes("asset_management"), makes("identifier_management"), makes("hardware_management")],
};

export const getImport = endpoint({
  id: "getImport",
  method: "GET",
  path: "/api/v3/imports/:id",
  tag: "Imports",
  summary: "The result of an import, for users who may create such items",
  access: anyMaker,
  params,
  query: rowsQuery,
  content: ImportReport,
  paged: true,
});

export const undoImport = endpoint({
  id: "undoImport",
  method: "DELETE",
  path: "/api/v3/imports/:id",
  tag: "Imports",
  summary: "Deletes everything an import created, unless any of it has been changed since",
  access: anyMaker,
  params,
  content: z.object({ id: Id }),
});
