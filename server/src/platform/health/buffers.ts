import { Counter, Gauge, type Registry } from "prom-client";

/** What waits in a buffer at one moment. */
export interface BufferState {
  /** Rows, messages or entries that wait. */
  items: number;
  /** Their size, where the buffer knows it. */
  bytes?: number;
  /** When the oldest of them came, ms; null: nothing waits, or the buffer does not know. */
  oldestMs: number | null;
}

/** Counts what a buffer lost. The reason becomes a label, so it must come from a short list (`full`, `refused`, …). */
export type CountLoss = (reason: string, by?: number) => void;

export interface Buffers {
  /**
   * Shows a buffer in `/metrics` under a name. `state` is called whenever the metrics are read.
   * @param reasons why it may lose something; they start at 0, so that alerts can be set
   */
  add(name: string, state: () => BufferState, reasons?: readonly string[]): CountLoss;
  /** What waits in a buffer now; null: there is none of this name. */
  read(name: string): BufferState | null;
}

/**
 * The register of all buffers whose data is not stored elsewhere yet: how much waits, its size and age, and what was
 * lost and why.
 */
export function buffers(registry: Registry, now: () => number): Buffers {
  const states = new Map<string, () => BufferState>();
  const gauge = (name: string, help: string, value: (state: BufferState) => number | undefined): void => {
    new Gauge({
      name,
      help,
      labelNames: ["buffer"],
      registers: [registry],
      collect() {
        for (const [buffer, state] of states) {
          const read = value(state());
          if (read !== undefined) this.set({ buffer }, read);
        }
      },
    });
  };
  gauge("pulse_buffer_items", "What waits in a buffer", ({ items }) => items);
  gauge("pulse_buffer_bytes", "The size of what waits in a buffer", ({ bytes }) => bytes);
  gauge("pulse_buffer_age_seconds", "How long the oldest item of a buffer has been waiting", ({ oldestMs }) =>
    oldestMs === null ? 0 : Math.max(0, now() - oldestMs) / 1000,
  );
  const lost = new Counter({
    name: "pulse_buffer_lost_total",
    help: "What a buffer gave up, by reason",
    labelNames: ["buffer", "reason"],
    registers: [registry],
  });
  return {
    add: (buffer, state, reasons = []) => {
      states.set(buffer, state);
      for (const reason of reasons) lost.inc({ buffer, reason }, 0);
      return (reason, by = 1) => lost.inc({ buffer, reason }, by);
    },
    read: (buffer) => states.get(buffer)?.() ?? null,
  };
}
