import type {
  ReportSchedule,
  ReportScheduleBody,
  ReportScheduleChange,
  ScheduledReport,
  ScheduleParameters,
} from "@pulse/contract/reportSchedules";
import { AppError } from "@pulse/contract/errors";
import type { PageMetadata } from "@pulse/contract/page";
import { toSnakeKey } from "@pulse/contract/wire";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { invalidValues } from "../../platform/access/refusals.ts";
import { pageOf, type SearchQuery } from "../../platform/database/listing.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import { runAfter } from "./recurrence.ts";
import type {
  ListedSchedule,
  schedulesRepository,
  SchedulesRepository,
  StoredSchedule,
} from "./schedules.repository.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

export type SchedulesService = ReturnType<typeof schedulesService>;

/** What can be changed in a schedule. */
type Values = Pick<
  ReportSchedule,
  | "name"
  | "report"
  | "parameters"
  | "siteIds"
  | "every"
  | "at"
  | "weekday"
  | "day"
  | "timeZone"
  | "recipients"
  | "active"
>;

/** The parameters that each report takes. */
const acceptedParameters: Record<
  ScheduledReport,
  Partial<Record<keyof ScheduleParameters, readonly unknown[] | true>>
> = {
  "asset-history": { orderByDesc: ["end_timestamp"] },
  "geofence-history": { orderByDesc: ["enter_time"], splitType: ["name"] },
  "asset-search-history": {},
  "active-beacons": {},
  digest: { lostAfterDay: true, dwellLimitMin: true },
};

/** Scheduled reports: whoever may ask for reports sees and changes those of their customer and sites. */
export function schedulesService(parts: {
  schedules: SchedulesRepository;
  withTransaction: typeof schedulesRepository;
  now(): number;
}) {
  const { schedules, withTransaction, now } = parts;

  /** Throws `not_found` for one of another customer, or of sites that are all out of reach. */
  const reachable = async (viewer: Viewer, id: string): Promise<ListedSchedule> => {
    const schedule = await schedules.find(id);
    if (schedule === undefined || !isSeen(viewer, schedule)) throw new AppError("not_found");
    return schedule;
  };

  /**
   * Throws for values that make no sense, each with its place. Superadmins, such as the first administrator, belong to no
   * customer: they add themselves, and stay when others change the schedule.
   */
  const check = async (
    viewer: Viewer,
    customerId: string,
    values: Values,
    stored: readonly string[],
  ): Promise<void> => {
    const people = await schedules.peopleAmong(customerId, values.recipients);
    const own = viewer.isSuperadmin ? [viewer.email.toLowerCase()] : [];
    const known = new Set([...people, ...stored, ...own]);
    const sites = new Set((await schedules.sitesOf(customerId, values.siteIds)).map(({ id }) => id));
    const isSite = (id: string): boolean => sites.has(id) && (viewer.siteIds?.has(id) ?? true);
    const nowhere = { code: "not_found" as const, message: "is not a known site" };
    const wrong = [
      ...values.recipients.flatMap((email, index) =>
        known.has(email)
          ? []
          : [{ path: `recipients[${index}]`, code: "not_found" as const, message: "is not a user of this customer" }],
      ),
      ...values.siteIds.flatMap((id, index) => (isSite(id) ? [] : [{ path: `site_ids[${index}]`, ...nowhere }])),
      ...Object.entries(values.parameters).flatMap(([name, value]) => {
        const accepted = acceptedParameters[values.report][name as keyof ScheduleParameters];
        const fits = accepted === true || accepted?.includes(value) === true;
        return fits ? [] : [{ path: `parameters.${toSnakeKey(name)}`, message: `does not apply to ${values.report}` }];
      }),
    ];
    if (wrong.length > 0) throw invalidValues(wrong);
  };

  /** When it runs next; runs missed before are not made up for, since it is new or was changed. */
  const begun = (values: Values) => ({
    next_at: values.active ? runAfter({ ...values, zone: values.timeZone }, now()).at : null,
    covered_to: null,
  });

  return {
    reachable,

    of: async (
      viewer: Viewer,
      customerId: string,
      query: SearchQuery,
    ): Promise<{ content: ReportSchedule[]; metadata: PageMetadata }> => {
      const seen = (await schedules.of(customerId)).filter((each) => isSeen(viewer, each));
      return pageOf(seen.map(scheduleView), query);
    },

    get: async (viewer: Viewer, id: string): Promise<ReportSchedule> => scheduleView(await reachable(viewer, id)),

    create: async (
      write: Write<ReportSchedule>,
      customerId: string,
      { customerId: _own, ...body }: z.output<typeof ReportScheduleBody>,
    ): Promise<ReportSchedule> => {
      const blank = { parameters: {}, siteIds: [], weekday: null, day: null, active: true };
      const values = fitting({ ...blank, ...definedOnly(body) });
      await check(write.viewer, customerId, values, []);
      const id = uuidv7();
      const at = new Date(now());
      return write.commit(async (trx) => {
        const row = {
          id,
          customer_id: customerId,
          ...columns(values),
          ...begun(values),
          created_at: at,
          updated_at: at,
        };
        await withTransaction(trx).insert(trx, row);
        const created = (await withTransaction(trx).find(id))!;
        return { content: scheduleView(created), records: [recordOf(created, "create", {}, values)] };
      });
    },

    change: async (
      write: Write<ReportSchedule>,
      id: string,
      { version, ...sent }: z.output<typeof ReportScheduleChange>,
    ): Promise<ReportSchedule> => {
      const { customer_id: customerId, ...known } = await reachable(write.viewer, id);
      await check(
        write.viewer,
        customerId,
        fitting({ ...valuesOf({ customer_id: customerId, ...known }), ...definedOnly(sent) }),
        known.recipients,
      );
      return write.commit(async (trx) => {
        const stored = await withTransaction(trx).lock(trx, id);
        if (stored === undefined) throw new AppError("not_found");
        const before = valuesOf(stored);
        refuseStale(version, { version: stored.version, ...before }, sent);
        const values = fitting({ ...before, ...definedOnly(sent) });
        await withTransaction(trx).update(trx, id, {
          ...columns(values),
          ...(isSameTime(before, values) ? {} : begun(values)),
          version: stored.version + 1,
          updated_at: new Date(now()),
        });
        const after = (await withTransaction(trx).find(id))!;
        return { content: scheduleView(after), records: [recordOf(after, "update", before, values)] };
      });
    },

    remove: (write: Write<{ id: string }>, schedule: StoredSchedule): Promise<{ id: string }> =>
      write.commit(async (trx) => {
        if (!(await withTransaction(trx).remove(trx, schedule.id))) throw new AppError("not_found");
        return { content: { id: schedule.id }, records: [recordOf(schedule, "delete", valuesOf(schedule), {})] };
      }),
  };
}

function isSeen(viewer: Viewer, { customer_id: customerId, site_ids: ids }: StoredSchedule): boolean {
  if (viewer.isSuperadmin) return true;
  if (viewer.customerId !== customerId) return false;
  return viewer.siteIds === null || ids.length === 0 || ids.some((id) => viewer.siteIds!.has(id));
}

/** Without what was left out. */
function definedOnly<T extends object>(sent: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as never;
}

/** A weekday belongs only to weeks and a day only to months; each person gets one mail. */
function fitting(values: Values): Values {
  return {
    ...values,
    siteIds: [...new Set(values.siteIds)],
    recipients: [...new Set(values.recipients)],
    weekday: values.every === "week" ? (values.weekday ?? 1) : null,
    day: values.every === "month" ? (values.day ?? 1) : null,
  };
}

const rhythmFields = ["every", "at", "weekday", "day", "timeZone", "active"] as const;
const isSameTime = (a: Values, b: Values): boolean => rhythmFields.every((field) => a[field] === b[field]);

const columns = ({ siteIds, at, timeZone, parameters, ...same }: Values) => ({
  ...same,
  parameters: JSON.stringify(parameters),
  site_ids: siteIds,
  at_local: at,
  zone: timeZone,
});

const valuesOf = (row: StoredSchedule): Values => ({
  name: row.name,
  report: row.report,
  parameters: row.parameters,
  siteIds: row.site_ids,
  every: row.every,
  at: row.at_local,
  weekday: row.weekday,
  day: row.day,
  timeZone: row.zone,
  recipients: row.recipients,
  active: row.active,
});

function scheduleView(row: ListedSchedule): ReportSchedule {
  return {
    ...baseFields(row),
    customerId: row.customer_id,
    ...valuesOf(row),
    nextAt: row.next_at?.toISOString() ?? null,
    last: row.last_at === null ? null : { at: row.last_at.toISOString(), status: row.last_status },
  };
}

function recordOf(
  schedule: StoredSchedule,
  action: "create" | "update" | "delete",
  before: Partial<Values>,
  after: Partial<Values>,
): WriteRecord {
  return {
    kind: "report",
    action,
    customerId: schedule.customer_id,
    entity: { kind: "report_schedule", id: schedule.id, name: schedule.name },
    changes: changesBetween(before, after),
  };
}
