import type { Telemetry } from "../message.ts";
import { fixed88 } from "./bigEndian.ts";
import { movingFromAcceleration } from "./motion.ts";

const BEACON_PLUS = 0xa1;
const FRAME = { temperatureHumidity: 0x01, acceleration: 0x03, temperature: 0x13 } as const;
/** The shortest of each kind, by its code; those of other kinds are not read beyond the battery. */
const MIN_BYTES: Readonly<Record<number, number>> = {
  [FRAME.temperatureHumidity]: 7,
  [FRAME.acceleration]: 9,
  [FRAME.temperature]: 5,
};

/**
 * Reads Minew's BeaconPlus frames (service data 0xFFE1): A1, frame, battery %, fields. False: it is
 * cut short, and nothing was written.
 */
export function readMinew(data: Uint8Array, into: Telemetry): boolean {
  if (data[0] !== BEACON_PLUS) return true;
  if (data.length < (MIN_BYTES[data[1] ?? 0] ?? 3)) return false;
  into.frame ??= "minew";
  const battery = data[2] ?? 0;
  if (battery <= 100) into.batteryLevel = battery;
  if (data[1] === FRAME.temperatureHumidity) {
    into.temperature = fixed88(data, 3);
    const humidity = fixed88(data, 5);
    if (humidity >= 0 && humidity <= 100) into.humidity = humidity;
  } else if (data[1] === FRAME.acceleration) {
    const mg = (at: number): number => fixed88(data, at) * 1000;
    into.moving = movingFromAcceleration(mg(3), mg(5), mg(7));
  } else if (data[1] === FRAME.temperature) {
    into.temperature = fixed88(data, 3);
  }
  return true;
}
