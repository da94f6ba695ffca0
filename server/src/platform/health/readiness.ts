import { Gauge, type Registry } from "prom-client";

/** `away`: it refuses or cannot be reached; `slow`: it does not answer in time. */
export type DatabaseState = "up" | "away" | "slow";

export interface ReadyAnswer {
  status: "ready" | "starting" | "unavailable";
  database: DatabaseState;
  /** Parts that work with stale or incomplete data, each with a few words; empty if all is well. */
  troubles: { part: string; trouble: string }[];
}

export interface Readiness {
  /** Registers a part that can keep working in trouble; `trouble` says in a few words what is wrong, or null. */
  part(name: string, unhealthyReason: () => string | null): void;
  /** Asks the database and every part now. */
  check(): Promise<ReadyAnswer>;
  /** Every part that was registered, with its trouble in words or null. */
  parts(): { part: string; trouble: string | null }[];
  /** How long the database took to answer the last query, ms. */
  answeredMs(): number;
}

/** A trivial query takes milliseconds, and a monitor gives up after a few seconds. */
const timeoutMs = 2_000;

/**
 * Whether this process can serve, for `/readyz` and `/metrics`.
 * @param parts.ping a cheap query
 * @param parts.started whether everything has been started
 */
export function readiness(parts: {
  metrics: Registry;
  ping(): Promise<unknown>;
  started(): boolean;
  now(): number;
  timeoutMs?: number;
}): Readiness {
  const { metrics, now } = parts;
  const troubles = new Map<string, () => string | null>();
  let state: DatabaseState = "up";
  let answeredMs = 0;
  // One query at a time, so that a database that hangs does not hold one more connection after each look.
  let pendingCheck: Promise<DatabaseState> | null = null;

  const database = async (): Promise<DatabaseState> => {
    const checkedMs = now();
    pendingCheck ??= parts
      .ping()
      .then(
        (): DatabaseState => {
          answeredMs = now() - checkedMs;
          return "up";
        },
        (): DatabaseState => "away",
      )
      .finally(() => (pendingCheck = null));
    let timer: NodeJS.Timeout | undefined;
    const tired = new Promise<DatabaseState>((resolve) => {
      timer = setTimeout(() => resolve("slow"), parts.timeoutMs ?? timeoutMs);
    });
    state = await Promise.race([pendingCheck, tired]);
    clearTimeout(timer);
    return state;
  };

  new Gauge({
    name: "pulse_database_up",
    help: "Whether the database answers: 1, or 0 while it is away or does not answer in time",
    registers: [metrics],
    async collect() {
      this.set((await database()) === "up" ? 1 : 0);
    },
  });
  new Gauge({
    name: "pulse_database_answer_seconds",
    help: "How long the database took to answer the last trivial query",
    registers: [metrics],
    collect() {
      this.set(answeredMs / 1000);
    },
  });
  new Gauge({
    name: "pulse_part_in_trouble",
    help: "Whether a part is working with stale or incomplete data",
    labelNames: ["part"],
    registers: [metrics],
    collect() {
      for (const [part, unhealthyReason] of troubles) this.set({ part }, unhealthyReason() === null ? 0 : 1);
    },
  });

  const all = () => [...troubles].map(([part, trouble]) => ({ part, trouble: trouble() }));
  return {
    part: (name, unhealthyReason) => void troubles.set(name, unhealthyReason),
    parts: all,
    answeredMs: () => answeredMs,
    check: async () => {
      const databaseState = await database();
      return {
        status: databaseState !== "up" ? "unavailable" : parts.started() ? "ready" : "starting",
        database: databaseState,
        troubles: all().flatMap(({ part, trouble }) => (trouble === null ? [] : [{ part, trouble }])),
      };
    },
  };
}
