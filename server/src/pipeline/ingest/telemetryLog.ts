import type { Telemetry } from "@pulse/protocols/message";
import type { TelemetryRow } from "./telemetry.repository.ts";

/** Values that have hardly changed are written once in this time, and changed ones no sooner than that, ms. */
const unchangedIntervalMs = 60 * 60_000;
const changedIntervalMs = 5 * 60_000;
/** Smaller differences are the sensor's noise. */
const noise = { batteryLevel: 1, batteryMv: 20, temperature: 0.5, humidity: 2 } as const;

type ReportedValues = Omit<TelemetryRow, "trackerId" | "atMs">;

interface TrackerState {
  /** What was reported since the last row, from all frames. */
  unwritten: ReportedValues;
  last: TelemetryRow | null;
}

export interface TelemetryLog {
  add(trackerId: string, atMs: number, telemetry: Telemetry): void;
  /** The rows since the last time. */
  take(): TelemetryRow[];
  /** Puts back rows that could not be written. */
  putBack(rows: readonly TelemetryRow[]): void;
}

/** Thins what trackers report about themselves, often every second, to the rows that are worth keeping. */
export function telemetryLog(): TelemetryLog {
  const trackers = new Map<string, TrackerState>();
  let rows: TelemetryRow[] = [];
  return {
    add: (trackerId, atMs, advert) => {
      const values = valuesOf(advert);
      if (values === null) return;
      const state = trackers.get(trackerId) ?? { unwritten: {}, last: null };
      trackers.set(trackerId, state);
      state.unwritten = { ...state.unwritten, ...values };
      const { last } = state;
      const sinceMs = last === null ? Infinity : atMs - last.atMs;
      const isDue =
        sinceMs >= unchangedIntervalMs || (sinceMs >= changedIntervalMs && hasChanged(state.unwritten, last!));
      // Frames repeat while a button is held: one press is one row.
      const isPressed = values.button !== undefined && sinceMs > 1_000;
      if (!isDue && !isPressed) return;
      const row = { trackerId, atMs, ...state.unwritten };
      rows.push(row);
      state.last = { ...last, ...row };
      state.unwritten = {};
    },
    take: () => rows.splice(0),
    putBack: (unwritten) => {
      rows = [...unwritten, ...rows];
    },
  };
}

/** Null for the many adverts that contain none of these values. */
function valuesOf({
  batteryLevel,
  batteryMv,
  temperature,
  humidity,
  moving,
  button,
}: Telemetry): ReportedValues | null {
  const values: ReportedValues = {};
  if (batteryLevel !== undefined) values.batteryLevel = batteryLevel;
  if (batteryMv !== undefined) values.batteryMv = batteryMv;
  if (temperature !== undefined) values.temperature = temperature;
  if (humidity !== undefined) values.humidity = humidity;
  if (moving !== undefined) values.moving = moving;
  if (button !== undefined) values.button = button;
  return Object.keys(values).length === 0 ? null : values;
}

function hasChanged(values: ReportedValues, last: TelemetryRow): boolean {
  if (values.moving !== undefined && values.moving !== last.moving) return true;
  return (Object.keys(noise) as (keyof typeof noise)[]).some((key) => {
    const [now, before] = [values[key], last[key]];
    return now !== undefined && (before === undefined || Math.abs(now - before) >= noise[key]);
  });
}
