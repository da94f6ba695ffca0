import { type Area, grants } from "@pulse/contract/access";
import type { UserNotification } from "../../platform/bus/subjects.ts";
import type { DomainEvent } from "../../platform/events/domainEvent.ts";
import { type Subject, subjectOf } from "../../platform/events/notice.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { fenceOperations } from "../../platform/writes/record.ts";

/**
 * The area that may read about a subject. Null: a customer is only for superadmins, a report only for whoever asked for
 * it.
 */
const areaOf: Readonly<Record<Subject, Area | null>> = {
  asset: "asset_management",
  tracker: "identifier_management",
  gateway: "hardware_management",
  geofence: "geofence_management",
  site: "site_management",
  customer: null,
  user: "user_management",
  role: "role_management",
  group: "group_management",
  report: "report_download",
  webhook: "site_management",
};
const crossings: ReadonlySet<string> = new Set(fenceOperations);

/** Which events a person may be told of. */
export interface Readable {
  subjects: ReadonlySet<Subject>;
  /** Whether events of assets in geofences are included. */
  crossings: boolean;
  /** The sites whose events may be told; null: all. */
  siteIds: ReadonlySet<string> | null;
  /** Whose reports. */
  userId: string;
}

/** What a person may be told of (shapes S3: the r of the area of its resource). */
export function readableBy(viewer: Viewer): Readable {
  // Reports have no r: people who may ask for one may read it.
  const letterOf = (area: Area) => (area === "report_download" ? "c" : "r");
  const may = (area: Area): boolean => viewer.isSuperadmin || grants(viewer.access, { area, letter: letterOf(area) });
  const subjects = Object.entries(areaOf).flatMap(([subject, area]) =>
    (area === null ? viewer.isSuperadmin : may(area)) ? [subject as Subject] : [],
  );
  const { siteIds, userId } = viewer;
  return { subjects: new Set(subjects), crossings: may("asset_management"), siteIds, userId };
}

/** The people whom an event is for; null: nobody. */
export function audienceOf(event: DomainEvent): UserNotification["audience"] | null {
  const subject = subjectOf(event);
  if (subject === null || event.notice === null) return null;
  return {
    level: event.notice.level,
    area: areaOf[subject],
    isCrossing: crossings.has(event.operation),
    userId: subject === "report" && event.actor.kind === "person" ? event.actor.id : null,
  };
}
