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

type Finding = Omit<PartHealth, "id">;

/** A shorter delay is usual, ms. */
const usualDelayMs = 10_000;

/** The health of each part as a sentence. */
export function partHealth(facts: HealthFacts): PartHealth[] {
  return [
    { id: "database", ...databaseHealth(facts) },
    ...facts.parts.map(({ part, trouble }): PartHealth => ({ id: part, ...healthOf(part, trouble, facts) })),
  ];
}

function databaseHealth({ database, databaseAnsweredMs }: HealthFacts): Finding {
  if (database === "away")
    return { state: "failed", message: "The database does not answer: nothing can be stored or looked up." };
  if (database === "slow") return { state: "failed", message: "The database takes more than 2 seconds to answer." };
  return { state: "ok", message: `The database answers in ${Math.max(1, Math.round(databaseAnsweredMs))} ms.` };
}

function healthOf(part: string, trouble: string | null, { behindMs, workBehindMs }: HealthFacts): Finding {
  if (part === "live_picture") {
    if (behindMs < usualDelayMs) return { state: "ok", message: "The map shows the newest messages." };
    return { state: "warning", message: `${delayText(behindMs)} behind: positions wait for processor time.` };
  }
  if (part === "history") {
    if (workBehindMs < usualDelayMs) return { state: "ok", message: "History and geofences have all messages." };
    return {
      state: "warning",
      message: `${delayText(workBehindMs)} behind: history and geofences wait for processor time.`,
    };
  }
  if (trouble === null) return { state: "ok", message: "All is well." };
  const state = part === "disk" ? "failed" : "warning";
  switch (part) {
    case "broker":
      return { state, message: `The MQTT broker is not connected: ${trouble}` };
    case "nats":
    case "files":
    case "disk":
      return { state, message: trouble };
    default:
      return { state, message: `Old data is in use: ${trouble}` };
  }
}

/** "45 s", "4 min", "3 h". */
function delayText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
