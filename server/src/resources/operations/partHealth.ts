import type { PartHealth } from "@pulse/contract/operations";
import type { DatabaseState } from "../../platform/health/readiness.ts";

/** What is known about the health of all parts. */
export interface HealthFacts {
  database: DatabaseState;
  databaseAnsweredMs: number;
  parts: readonly { part: string; trouble: string | null }[];
  /** How far the live picture and history are behind, ms. */
  behindMs: number;
  workBehindMs: number;
}

/** How a part is. */
export type Finding = Omit<PartHealth, "since">;
type Health = Omit<Finding, "id">;

/** A shorter delay is usual, ms. */
const usualDelayMs = 10_000;
const rolePrefix = "role_";

/** The health of each part as a sentence; the web app has each sentence in other languages too. */
export function partHealth(facts: HealthFacts): Finding[] {
  return [
    { id: "database", ...databaseHealth(facts) },
    ...facts.parts.map(({ part, trouble }) => ({ id: part, ...healthOf(part, trouble, facts) })),
  ];
}

function databaseHealth({ database, databaseAnsweredMs }: HealthFacts): Health {
  if (database === "away")
    return { state: "failed", message: "The database does not answer: nothing can be stored or looked up." };
  if (database === "slow") return { state: "failed", message: "The database takes more than 2 seconds to answer." };
  return { state: "ok", message: `The database answers in ${Math.max(1, Math.round(databaseAnsweredMs))} ms.` };
}

function healthOf(part: string, trouble: string | null, facts: HealthFacts): Health {
  if (part === "live_picture") return livePictureHealth(facts);
  if (part === "history") return historyHealth(facts);
  if (part.startsWith(rolePrefix)) return roleHealth(part.slice(rolePrefix.length), trouble !== null);
  return trouble === null ? wellKnown(part) : troubled(part, trouble);
}

function livePictureHealth(facts: HealthFacts): Health {
  const { behindMs } = facts;
  if (behindMs < usualDelayMs) return { state: "ok", message: "The map shows the newest messages." };
  const cause = causeOfDelay(facts);
  if (cause !== null) return { state: "warning", message: `${delayText(behindMs)} behind: ${cause}` };
  return { state: "warning", message: `${delayText(behindMs)} behind: positions wait for processor time.` };
}

function historyHealth(facts: HealthFacts): Health {
  const { workBehindMs } = facts;
  if (workBehindMs < usualDelayMs) return { state: "ok", message: "History and geofences have all messages." };
  const cause = causeOfDelay(facts);
  if (cause !== null) return { state: "warning", message: `${delayText(workBehindMs)} behind: ${cause}` };
  return {
    state: "warning",
    message: `${delayText(workBehindMs)} behind: history and geofences wait for processor time.`,
  };
}

/** Why messages wait, other than for the processor; null: for that. */
function causeOfDelay({ database, parts }: HealthFacts): string | null {
  if (database !== "up") return "the database does not answer.";
  const isTroubled = (name: string): boolean => parts.some(({ part, trouble }) => part === name && trouble !== null);
  if (isTroubled("nats")) return "the NATS server does not answer.";
  return isTroubled(`${rolePrefix}locate`) ? "no process with the role locate is running." : null;
}

function roleHealth(role: string, isMissing: boolean): Health {
  if (!isMissing) return { state: "ok", message: `Another process has the role ${role}.` };
  switch (role) {
    case "ingest":
      return { state: "failed", message: "No process with the role ingest is running: devices cannot send messages." };
    case "locate":
      return { state: "failed", message: "No process with the role locate is running: positions stand still." };
    case "jobs":
      return {
        state: "warning",
        message: "No process with the role jobs is running: reports, webhooks and backups wait.",
      };
    default:
      return { state: "warning", message: `No process with the role ${role} is running.` };
  }
}

function wellKnown(part: string): Health {
  switch (part) {
    case "devices":
      return { state: "ok", message: "Changes to gateways and trackers are known." };
    case "site_models":
      return { state: "ok", message: "Changes to sites, floors and geofences are known." };
    case "broker":
      return { state: "ok", message: "The MQTT broker is connected." };
    case "nats":
      return { state: "ok", message: "The NATS server is connected." };
    case "files":
      return { state: "ok", message: "The file store answers." };
    case "disk":
      return { state: "ok", message: "The disk of the data folder has space." };
    default:
      return { state: "ok", message: "This part is in order." };
  }
}

function troubled(part: string, trouble: string): Health {
  switch (part) {
    case "devices":
      return {
        state: "warning",
        message: "Changes to gateways and trackers cannot be read: their old settings are in use.",
      };
    case "site_models":
      return {
        state: "warning",
        message: "Changes to sites and floors cannot be read: positions are computed with the old ones.",
      };
    case "broker":
      // Since when is shown beside it.
      return {
        state: "failed",
        message: `The MQTT broker is not connected: ${trouble.replace(/^away since \S+: /, "")}`,
      };
    case "nats":
      return {
        state: "failed",
        message: "The NATS server does not answer: devices' messages are not taken, and gateways send them again.",
      };
    case "files":
      return { state: "warning", message: `The file store does not work: ${trouble}` };
    case "disk":
      return { state: "failed", message: trouble };
    default:
      return { state: "warning", message: `This part does not work as it should: ${trouble}` };
  }
}

/** "45 s", "4 min", "3 h". */
function delayText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
