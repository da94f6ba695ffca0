import type { CertificateState, Queue, SystemOperations } from "@pulse/contract/operations";
import { asSentence, reasonText } from "../api/reasonText.ts";
import { texts } from "../text/translate.ts";
import { durationText } from "../time/ageText.ts";
import { bytesText } from "./bytesText.ts";

/** Something that whoever runs this installation should look at. */
export interface Finding {
  id: string;
  state: "warning" | "failed";
  text: string;
}

/** A certificate is renewed by hand in some places, which takes people some days. */
const soonDays = 14;

/**
 * What is wrong, the worst first; nothing if all is in order.
 * @param failedMessages how many messages of devices could not be processed
 */
export function findingsOf(operations: SystemOperations, failedMessages: number): Finding[] {
  const found = [
    ...partsOf(operations),
    ...operations.queues.flatMap(lateQueue),
    ...diskOf(operations),
    ...coldOf(operations),
    ...backupOf(operations),
    ...operations.certificates.flatMap(certificateFinding),
    ...failedMessagesOf(failedMessages),
  ];
  return [...found.filter(({ state }) => state === "failed"), ...found.filter(({ state }) => state === "warning")];
}

/** How a part is, in the person's language. */
export const partText = (message: string): string => asSentence(reasonText(message) ?? message);

function partsOf({ status, parts }: SystemOperations): Finding[] {
  const found = parts.flatMap(({ id, state, message }): Finding[] =>
    state === "ok" ? [] : [{ id, state, text: partText(message) }],
  );
  return status === "starting" ? [...found, warning("starting", texts.t("operations.finding.starting"))] : found;
}

/** That the live picture and history wait is said by the parts of these names. */
const saidByParts: ReadonlySet<Queue["id"]> = new Set(["live_picture", "history"]);

function lateQueue({ id, isLate, ageS }: Queue): Finding[] {
  if (!isLate || saidByParts.has(id)) return [];
  return [warning(`queue_${id}`, texts.t(`operations.late.${id}`, { duration: durationText(ageS) }))];
}

/** Whether the disk holds what the data will take. A database on a server has a disk of its own, which nobody knows here. */
function diskOf({ disk }: SystemOperations): Finding[] {
  const { freeBytes, databaseBytes, forecast, isDatabaseEmbedded } = disk;
  const wanted = forecast?.bytes ?? null;
  if (!isDatabaseEmbedded || freeBytes === null || databaseBytes === null || wanted === null) return [];
  const more = wanted - databaseBytes;
  if (more <= freeBytes) return [];
  const sizes = { more: bytesText(more), free: bytesText(freeBytes) };
  return [warning("forecast", texts.t("operations.finding.diskTooSmall", sizes))];
}

/** Failed months come first in their list. */
function coldOf({ disk }: SystemOperations): Finding[] {
  const failures = disk.coldMonths?.months.filter(({ state }) => state === "failed") ?? [];
  const [first] = failures;
  if (first === undefined) return [];
  const { month, site, failure } = first;
  const values = { count: failures.length, month, site, reason: partText(failure?.reason ?? "") };
  return [warning("cold", texts.t("operations.finding.coldFailed", values))];
}

function backupOf({ at, backup }: SystemOperations): Finding[] {
  const { state, last, failure } = backup;
  if (state === "failed")
    return [failed("backup", texts.t("operations.finding.backupFailed", { reason: failure?.reason ?? "" }))];
  if (state !== "late" || last === null) return [];
  const duration = durationText((Date.parse(at) - Date.parse(last.at)) / 1000);
  return [warning("backup", texts.t("operations.finding.backupLate", { duration }))];
}

function failedMessagesOf(count: number): Finding[] {
  return count === 0 ? [] : [warning("failed_messages", texts.t("operations.finding.failedMessages", { count }))];
}

function certificateFinding({ purpose, daysLeft, error }: CertificateState): Finding[] {
  const id = `certificate_${purpose}`;
  const name = texts.t(`operations.certificate.${purpose}`);
  if (error !== null || daysLeft === null)
    return [failed(id, texts.t("operations.finding.certificateUnreadable", { name, reason: error ?? "" }))];
  if (daysLeft < 0) return [failed(id, texts.t("operations.finding.certificateExpired", { name }))];
  if (daysLeft > soonDays) return [];
  return [warning(id, texts.t("operations.finding.certificateEnds", { name, count: daysLeft }))];
}

const warning = (id: string, text: string): Finding => ({ id, state: "warning", text });
const failed = (id: string, text: string): Finding => ({ id, state: "failed", text });
