import { z } from "zod";
import type { Requirement } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Ref, Time, TimeInput } from "./fields.ts";
import { refused } from "./names.ts";
import { pageQuery } from "./page.ts";
import { list } from "./list.ts";
import { TimeZone } from "./timeZone.ts";

export const reportKinds = ["asset-history", "geofence-history", "asset-search-history", "active-beacons"] as const;
export const ReportKind = z.enum(reportKinds);
export type ReportKind = z.infer<typeof ReportKind>;

export const ReportState = z.enum(["queued", "running", "done", "failed", "cancelled"]);
export type ReportState = z.infer<typeof ReportState>;

/** Sic: the spelling is the user's (decisions C10). */
export const reportRequested = "Report Generation Request Recieved Successfully";

/** A CSV file that is written in the background and mailed to the person who asked for it (shapes S13). */
export const Report = z
  .object({
    id: Id,
    kind: ReportKind,
    site: Ref,
    startTimeUtc: Time,
    endTimeUtc: Time,
    convertToTimezone: z.string(),
    state: ReportState,
    /** 0–1 */
    progress: z.number(),
    /** Of the file; null until it is done. */
    rows: z.number().int().nullable(),
    /** Null: not available yet, or no longer. */
    fileUrl: z.string().nullable(),
    fileSize: z.number().int().nullable(),
    /** When the file is deleted. */
    expiresAt: Time.nullable(),
    userEmail: z.string(),
    requestedAt: Time,
    completedAt: Time.nullable(),
    mailedAt: Time.nullable(),
    /** Why it failed, or why its mail was abandoned. */
    reason: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: "Report" });
export type Report = z.infer<typeof Report>;

const mayReport: Requirement = { all: [{ area: "report_download", letter: "c" }] };
const params = z.object({ id: Id });

const span = {
  siteId: Id.optional(),
  startTimeUtc: TimeInput,
  endTimeUtc: TimeInput,
  convertToTimezone: TimeZone.optional(),
};
/** Of the reports that have no order: one that is asked for is refused (shapes S13). */
const withoutOrder = (kind: ReportKind) => ({
  ...span,
  orderByDesc: z.never({ error: `does not apply to ${kind}` }).optional(),
});
const filled = <List extends z.ZodArray>(items: List) =>
  items.refine(({ length }) => length > 0, refused("field_required"));
export const ReportBody = z.object({
  formatsList: filled(list(z.enum(["csv"])).max(10)),
  /** To the caller's own address (decisions C26). */
  deliveriesList: filled(list(z.object({ type: z.enum(["email"]), userEmail: z.string().max(320) })).max(10)),
});

const requested = (kind: ReportKind, id: string, summary: string) =>
  ({
    id,
    method: "POST",
    path: `/api/v3/reports/${kind}`,
    tag: "Reports",
    summary,
    access: mayReport,
    scope: "site",
    body: ReportBody,
    content: Report,
    status: 202,
    // A key has no e-mail address.
    principals: ["person"],
  }) as const;

export const requestAssetHistory = endpoint({
  ...requested(
    "asset-history",
    "requestAssetHistory",
    "Where the assets of a site were, one row for each stay at a place",
  ),
  query: z.object({ ...span, orderByDesc: z.enum(["end_timestamp"]).optional() }),
});

export const requestGeofenceHistory = endpoint({
  ...requested("geofence-history", "requestGeofenceHistory", "The stays of assets in the geofences of a site"),
  query: z.object({
    ...span,
    orderByDesc: z.enum(["enter_time"]).optional(),
    /** One file for each geofence. */
    splitType: z.enum(["name"]).optional(),
  }),
});

export const requestAssetSearchHistory = endpoint({
  ...requested("asset-search-history", "requestAssetSearchHistory", "Who made which tracker ring to find it"),
  query: z.object(withoutOrder("asset-search-history")),
});

export const requestActiveBeacons = endpoint({
  ...requested("active-beacons", "requestActiveBeacons", "The trackers of a site that were heard"),
  query: z.object(withoutOrder("active-beacons")),
});

export const listReports = endpoint({
  id: "listReports",
  method: "GET",
  path: "/api/v3/reports",
  tag: "Reports",
  summary: "The reports that the caller requested, newest first",
  access: mayReport,
  principals: ["person"],
  query: pageQuery.extend({ siteId: Id.optional() }),
  content: z.array(Report),
  paged: true,
});

export const getReport = endpoint({
  id: "getReport",
  method: "GET",
  path: "/api/v3/reports/:id",
  tag: "Reports",
  summary: "One of the caller's reports",
  access: mayReport,
  principals: ["person"],
  params,
  content: Report,
});

export const deleteReport = endpoint({
  id: "deleteReport",
  method: "DELETE",
  path: "/api/v3/reports/:id",
  tag: "Reports",
  summary: "Cancels a report that is not done, and deletes one that is, with its file",
  access: mayReport,
  principals: ["person"],
  params,
  content: z.object({ id: Id }),
});

export const downloadReport = endpoint({
  id: "downloadReport",
  method: "GET",
  path: "/api/v3/reports/:id/file",
  tag: "Reports",
  summary: "The file of a report: CSV, or a zip of several CSV files",
  access: mayReport,
  principals: ["person"],
  params,
  content: z.unknown(),
  file: ["text/csv", "application/zip"],
});

export const openReportLink = endpoint({
  id: "openReportLink",
  method: "GET",
  path: "/api/v3/report-files/:token",
  tag: "Reports",
  summary: "The same by the link in the email, which expires with the file",
  access: "public",
  params: z.object({ token: z.string().regex(/^[\w-]{32}$/) }),
  content: z.unknown(),
  file: ["text/csv", "application/zip"],
});
