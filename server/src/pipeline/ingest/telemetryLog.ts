import type { Telemetry } from "@pulse/protocols/message";
import type { TelemetryRow } from "./telemetry.repository.ts";

/** Values that have hardly changed are written once in this time, and changed ones no sooner than that, ms. */
const stillMs = 60 * 60_000;
const changedMs = 5 * 60_000;
/** Smaller differences are the sensor's noise. */
const noise = { batteryLevel: 1, batteryMv: 20, temperature: 0.5, humidity: 2 } as const;

type Told = Omit<TelemetryRow, "trackerId" | "atMs">;

interface OfTracker {
  /** What was reported since the last row, from all frames. */
  told: Told;
  last: TelemetryRow | null;
}

export interface TelemetryLog {
  add(trackerId: string, atMs: number, told: Telemetry): void;
  /** The rows since the last time. */
  take(): TelemetryRow[];
  /** Puts back rows that could not be written. */
  putBack(rows: readonly TelemetryRow[]): void;
}

/** Thins what trackers report about themselves, often every second, to the rows that are worth keeping. */
export function telemetryLog(): TelemetryLog {
  const trackers = new Map<string, OfTracker>();
  let rows: TelemetryRow[] = [];
  return {
    add: (trackerId, atMs, advert) => {
      const told = valuesOf(advert);
      if (told === null) return;
      const known = trackers.get(trackerId) ?? { told: {}, last: null };
      trackers.set(trackerId, known);
      known.told = { ...known.told, ...told };
      const { last } = known;
      const sinceMs = last === null ? Infinity : atMs - last.atMs;
      const isDue = sinceMs >= stillMs || (sinceMs >= changedMs && hasChanged(known.told, last!));
      // Frames repeat while a button is held: one press is one row.
      const isPressed = told.button !== undefined && sinceMs > 1_000;
      if (!isDue && !isPressed) return;
      const row = { trackerId, atMs, ...known.told };
      rows.push(row);
      known.last = { ...last, ...row };
      known.told = {};
    },
    take: () => rows.splice(0),
    putBack: (unwritten) => {
      rows = [...unwritten, ...rows];
    },
  };
}

/** Null for the many adverts that contain none of these values. */
function valuesOf({ batteryLevel, batteryMv, temperature, humidity, moving, button }: Telemetry): Told | null {
  const told: Told = {};
  if (batteryLevel !== undefined) told.batteryLevel = batteryLevel;
  if (batteryMv !== undefined) told.batteryMv = batteryMv;
  if (temperature !== undefined) told.temperature = temperature;
  if (humidity !== undefined) told.humidity = humidity;
  if (moving !== undefined) told.moving = moving;
  if (button !== undefined) told.button = button;
  return Object.keys(told).length === 0 ? null : told;
}

function hasChanged(told: Told, last: TelemetryRow): boolean {
  if (told.moving !== undefined && told.moving !== last.moving) return true;
  return (Object.keys(noise) as (keyof typeof noise)[]).some((key) => {
    const [now, before] = [told[key], last[key]];
    return now !== undefined && (before === undefined || Math.abs(now - before) >= noise[key]);
  });
}
