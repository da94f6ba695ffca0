import { requestKindOf } from "../../platform/events/notice.ts";
import type { DomainEvent, EventOperation } from "../../platform/events/domainEvent.ts";

/**
 * How people are told that something has ended, which has no operation on the wire: by a title in English, and an icon
 * that stands for it in other languages.
 */
export interface CompletionNotice {
  title: string;
  icon: string;
}

const completionEvents: Partial<Record<EventOperation, CompletionNotice>> = {
  report_ready: { title: "Report ready", icon: "report" },
  report_failed: { title: "Report failed", icon: "report_failed" },
  beacon_off: { title: "Reference beacon not found at its place", icon: "beacon_off" },
  beacon_back: { title: "Reference beacon found at its place again", icon: "beacon_back" },
  backup_failed: { title: "Nightly backup failed", icon: "backup_failed" },
  delivery_failed: { title: "Webhook delivery failed", icon: "webhook" },
};
const requests: Readonly<Record<string, string>> = { read: "Settings read", update: "Settings update", ring: "Ring" };
const requestEnds: Partial<Record<EventOperation, string>> = {
  request_done: "completed",
  request_failed: "failed",
  request_expired: "expired",
};

/** The end that an event reports; null: it reports something else. */
export function completionNoticeOf(event: DomainEvent): CompletionNotice | null {
  const how = requestEnds[event.operation];
  if (how === undefined) return completionEvents[event.operation] ?? null;
  const kind = requestKindOf(event) ?? "";
  return { title: `${requests[kind]} ${how}`, icon: `${kind}_${how}` };
}
