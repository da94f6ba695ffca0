import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Base, Id, Time, Version } from "./fields.ts";
import { Email, Name, refused } from "./names.ts";
import { pageQuery } from "./page.ts";
import { reportKinds } from "./reports.ts";
import { list } from "./list.ts";
import { TimeZone } from "./timeZone.ts";

export const scheduledReports = [...reportKinds, "digest"] as const;
/** `digest`: one mail that says what is low, silent, lost, or over its dwell limit. */
export const ScheduledReport = z.enum(scheduledReports);
export type ScheduledReport = z.infer<typeof ScheduledReport>;

export const rhythms = ["day", "week", "month"] as const;

/** Defaults of a digest. */
export const digestDefaults = { lostAfterDay: 7, dwellLimitMin: 1440 } as const;

const parameters = {
  orderByDesc: z.enum(["end_timestamp", "enter_time"]).optional(),
  splitType: z.enum(["name"]).optional(),
  /** A tagged thing not heard for this long is lost; before that it is silent. */
  lostAfterDay: z.number().int().min(1).max(365).optional(),
  /** How long a thing may stay in a geofence. */
  dwellLimitMin: z.number().int().min(1).max(525_600).optional(),
};
/** A report's parameters besides its site and span, as in its own endpoint, and a digest's limits. */
const ScheduleParameters = z.object(parameters);
export type ScheduleParameters = z.infer<typeof ScheduleParameters>;

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: "must be HH:MM, from 00:00 to 23:59" });
/** 1 is Monday. */
const Weekday = z.number().int().min(1).max(7);
/** In shorter months: the last day. */
const DayOfMonth = z.number().int().min(1).max(31);

/** A report that is sent regularly (additions A8). */
export const ReportSchedule = Base.extend({
  customerId: Id,
  name: z.string(),
  report: ScheduledReport,
  parameters: ScheduleParameters,
  /** Empty: all sites. */
  siteIds: z.array(Id),
  every: z.enum(rhythms),
  at: z.string(),
  weekday: z.number().int().nullable(),
  day: z.number().int().nullable(),
  timeZone: z.string(),
  recipients: z.array(z.string()),
  active: z.boolean(),
  /** Null: it is not active. */
  nextAt: Time.nullable(),
  /** `nobody`: none of the recipients may enter any of the sites now. */
  last: z.object({ at: Time, status: z.enum(["running", "done", "failed", "nobody"]) }).nullable(),
}).meta({ id: "ReportSchedule" });
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const fields = z.object({
  name: Name,
  report: ScheduledReport,
  parameters: z.strictObject(parameters),
  siteIds: list(Id).max(200),
  every: z.enum(rhythms),
  at: TimeOfDay,
  weekday: Weekday.nullable(),
  day: DayOfMonth.nullable(),
  timeZone: TimeZone,
  /** People of the customer. */
  recipients: list(Email)
    .refine((emails) => emails.length > 0, refused("email_required"))
    .max(50),
  active: z.boolean(),
});
export const ReportScheduleBody = fields
  .partial({ parameters: true, siteIds: true, weekday: true, day: true, active: true })
  .extend({ customerId: Id.optional() });
export const ReportScheduleChange = fields.partial().extend({ version: Version });

const needs = { all: [{ area: "report_download" as const, letter: "c" as const }] };
const params = z.object({ id: Id });

export const listReportSchedules = endpoint({
  id: "listReportSchedules",
  method: "GET",
  path: "/api/v3/report-schedules",
  tag: "Reports",
  summary: "The scheduled reports, by name",
  access: needs,
  scope: "customer",
  query: pageQuery,
  content: z.array(ReportSchedule),
  paged: true,
});

export const createReportSchedule = endpoint({
  id: "createReportSchedule",
  method: "POST",
  path: "/api/v3/report-schedules",
  tag: "Reports",
  summary: "A report or digest every day, week or month, at a time in a time zone",
  access: needs,
  scope: "customer",
  body: ReportScheduleBody,
  content: ReportSchedule,
  status: 201,
});

export const getReportSchedule = endpoint({
  id: "getReportSchedule",
  method: "GET",
  path: "/api/v3/report-schedules/:id",
  tag: "Reports",
  summary: "A scheduled report",
  access: needs,
  params,
  content: ReportSchedule,
});

export const updateReportSchedule = endpoint({
  id: "updateReportSchedule",
  method: "PUT",
  path: "/api/v3/report-schedules/:id",
  tag: "Reports",
  summary: "Changes a scheduled report",
  access: needs,
  params,
  body: ReportScheduleChange,
  content: ReportSchedule,
});

export const deleteReportSchedule = endpoint({
  id: "deleteReportSchedule",
  method: "DELETE",
  path: "/api/v3/report-schedules/:id",
  tag: "Reports",
  summary: "Ends a scheduled report; reports it has made are kept",
  access: needs,
  params,
  content: z.object({ id: Id }),
});
