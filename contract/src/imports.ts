import { z } from "zod";
import type { Area, Need } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { CommaList, Id, QueryBoolean, queryInt } from "./fields.ts";
import { type ImportNoun, tableEncodings } from "./importHeaders.ts";
import { limits } from "./limits.ts";

/** How a file was read, for its preview. */
export const ImportedFile = z
  .object({
    format: z.enum(["csv", "xlsx", "ods"]),
    /** Of a text file. */
    encoding: z.enum(tableEncodings).nullable(),
    separator: z.string().nullable(),
    headerLine: z.number().int(),
    columns: z.array(
      z.object({
        header: z.string(),
        /** What it is taken for; null: it is ignored. */
        column: z.string().nullable(),
        note: z.enum(["unknown", "double"]).nullable(),
      }),
    ),
    /** What the columns may be taken for. */
    accepted: z.array(z.string()),
    /** Required columns that it does not have. */
    missing: z.array(z.string()),
    firstRows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
    /** Names that lose characters which names may not have, if that was asked for; the first thousand. */
    replaced: z.array(
      z.object({
        row: z.number().int(),
        line: z.number().int(),
        column: z.string(),
        from: z.string(),
        to: z.string(),
      }),
    ),
  })
  .meta({ id: "ImportedFile" });
export type ImportedFile = z.infer<typeof ImportedFile>;

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
    /** Things that were there and are changed. */
    updated: z.number().int(),
    /** How the file was read; null once it is imported. */
    file: ImportedFile.nullable(),
    rows: z.array(
      z.object({
        /** 1: the first after the header. */
        row: z.number().int(),
        /** Its line in the file, of rows with errors. */
        line: z.number().int().nullable(),
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

/** By what a row may name the thing that it changes; which of them, depends on the kind of thing. */
const updateKeys = ["id", "mac", "serial_no", "name", "external_id"] as const;
export type UpdateBy = (typeof updateKeys)[number];

/** How a file is to be read, and what it may do. */
const readingQuery = z.object({
  /** What each of its columns is, in their order; an empty name: it is ignored. Without it the headers say it. */
  columns: CommaList.optional(),
  encoding: z.enum(tableEncodings).optional(),
  /** Characters that names may not have become dashes. */
  replaceCharacters: QueryBoolean.optional(),
  /** Rows that name a thing by this column change it; the others make one. Without it, every row makes one. */
  updateBy: z.enum(updateKeys).optional(),
});
export type ReadingQuery = z.infer<typeof readingQuery>;

const tableTypes = [
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.oasis.opendocument.spreadsheet",
];

const makes = (area: Area): Need => ({ area, letter: "c" });

function importInto(noun: { path: ImportNoun; id: string; area: Area; tag: string }) {
  return {
    load: endpoint({
      id: `import${noun.id}`,
      method: "POST",
      path: `/api/v3/${noun.path}/import`,
      tag: noun.tag,
      summary:
        "Creates one item per row of a CSV file or workbook, or none at all; over 1,000 rows run later, with 202",
      access: { all: [makes(noun.area)] },
      scope: "site",
      query: rowsQuery.extend({ siteId: Id.optional(), dryRun: QueryBoolean.optional(), ...readingQuery.shape }),
      upload: { part: "file", types: tableTypes, maxBytes: limits.importBytes },
      content: ImportReport,
      status: 201,
      paged: true,
    }),
    template: endpoint({
      id: `get${noun.id}ImportTemplate`,
      method: "GET",
      path: `/api/v3/${noun.path}/import-template`,
      tag: noun.tag,
      summary: "The header of a file to import; with sample, also a row to replace for each type that rows may name",
      access: { all: [makes(noun.area)] },
      query: z.object({ sample: QueryBoolean.optional() }),
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
