import type { Event, EventOperation } from "@pulse/contract/events";
import type { TFunction } from "i18next";
import { createElement, Fragment, type ReactNode } from "react";

/** Marks where a name begins and ends in a sentence, so that it can be found in any word order. */
const [begin, end] = ["\ue000", "\ue001"];
const named = (name: string | null | undefined): string => `${begin}${name ?? ""}${end}`;

/** What happened, in a sentence with its names in bold. */
export function eventTitle(t: TFunction, event: Event): ReactNode {
  const parts = sentence(t, event).split(new RegExp(`(${begin}[^${end}]*${end})`));
  return createElement(
    Fragment,
    null,
    ...parts.map((part) => (part.startsWith(begin) ? createElement("b", null, part.slice(1, -1)) : part)),
  );
}

/** The same as plain text, for reading aloud. */
export function eventText(t: TFunction, event: Event): string {
  return sentence(t, event).replaceAll(begin, "").replaceAll(end, "");
}

function sentence(t: TFunction, event: Event): string {
  const { operation, assetName, geofenceName, target, count } = event;
  const isMany = count > 1;
  if (operation === null) return ended(t, event);
  if (isCrossing(operation))
    return isMany
      ? t(`notifications.manyCrossed.${operation}`, {
          count: count - 1,
          asset: named(assetName),
          geofence: named(geofenceName),
        })
      : t(`notifications.crossed.${operation}`, { asset: named(assetName), geofence: named(geofenceName) });
  return isMany
    ? t(`notifications.many.${operation}`, { count, kind: kindText(t, event) })
    : t(`notifications.one.${operation}`, { kind: kindText(t, event), name: named(target?.name) });
}

/** Only the icon tells what has ended: a report, a webhook, or a request to a device and its outcome. */
function ended(t: TFunction, { icon, title, target, count }: Event): string {
  const [first = "", how = ""] = icon.split("_");
  const what = how in requestEnds ? requests.find((known) => known === first) : undefined;
  const ending = endings.find((known) => known === (what === undefined ? icon : how));
  // A newer server may have more kinds.
  if (ending === undefined) return title;
  const values = {
    count,
    name: named(first === "report" ? reportName(t, target?.name ?? "") : target?.name),
    what: what === undefined ? "" : t(`notifications.requests.${what}`),
  };
  return count > 1 ? t(`notifications.manyEnded.${ending}`, values) : t(`notifications.ended.${ending}`, values);
}

const requests = ["read", "update", "ring"] as const;
const requestEnds = { completed: true, failed: true, expired: true } as const;
const endings = [
  "report",
  "report_failed",
  "webhook",
  "beacon_off",
  "beacon_back",
  "backup_failed",
  "completed",
  "failed",
  "expired",
] as const;
const reports = ["asset_history", "geofence_history", "asset_search_history", "active_beacons", "digest"] as const;

/** A report's name: the server sends its kind and its site. */
function reportName(t: TFunction, name: string): string {
  const [word = "", ...site] = name.split(" · ");
  const kind = reports.find((known) => known === word.replaceAll("-", "_"));
  return [kind === undefined ? word : t(`reports.kinds.${kind}`), ...site].join(" · ");
}

/** Whether an event is about an asset and a geofence, and not a change that somebody made. */
export const isCrossing = (operation: EventOperation) => operation.startsWith("asset_");

/** For several changes shown as one, the newest; for an imported file's rows, the file. Crossings name their newest asset. */
export function eventDetail(t: TFunction, { operation, count, target }: Event): string | null {
  if (count < 2 || (operation !== null && isCrossing(operation))) return null;
  const name = target?.name;
  if (name === undefined) return null;
  return target?.kind === "import" ? name : t("notifications.last", { name });
}

const kinds = [
  "asset",
  "tracker",
  "gateway",
  "geofence",
  "site",
  "floor",
  "customer",
  "user",
  "role",
  "group",
] as const;

function kindText(t: TFunction, { target, resource, icon }: Event): string {
  const kind = [target?.kind, icon, resource].find((one) => kinds.some((known) => known === one));
  return kind === undefined ? "" : t(`notifications.kinds.${kind}`);
}

/** The page of an event's subject, if that still exists. */
export function eventPath({ operation, siteId, target }: Event): string | null {
  if (target === null || operation === "deleted") return null;
  const { kind, id } = target;
  const ofSite = siteId === null ? null : `/sites/${siteId}`;
  const paths: Readonly<Record<string, string | null>> = {
    asset: ofSite && `${ofSite}/assets/${id}`,
    tracker: ofSite && `${ofSite}/devices/trackers/${id}`,
    gateway: ofSite && `${ofSite}/devices/gateways/${id}`,
    geofence: ofSite && `${ofSite}/geofences/${id}`,
    floor: ofSite && `${ofSite}/details/floors/${id}`,
    report: "/reports",
    webhook: `/webhooks/${id}`,
    site: `/sites/${id}/details`,
    customer: `/customers/${id}`,
    user: `/access/users/${id}`,
    role: `/access/roles/${id}`,
    group: `/access/groups/${id}`,
  };
  return paths[kind] ?? null;
}
