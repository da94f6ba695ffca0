import type { PartHealth } from "@pulse/contract/operations";
import type { Finding } from "./partHealth.ts";

/** Remembers since when each part has been in its state. */
export interface PartStates {
  /** To be called at each look; the first one takes the state to be that since the start. */
  observe(findings: readonly Finding[], nowMs: number): PartHealth[];
}

/** @param startedMs when the process started */
export function partStates(startedMs: number): PartStates {
  const states = new Map<string, { state: PartHealth["state"]; sinceMs: number }>();
  return {
    observe: (findings, nowMs) =>
      findings.map((finding) => {
        const { id, state } = finding;
        const known = states.get(id);
        const entry = known?.state === state ? known : { state, sinceMs: known === undefined ? startedMs : nowMs };
        states.set(id, entry);
        return { ...finding, since: new Date(entry.sinceMs).toISOString() };
      }),
  };
}
