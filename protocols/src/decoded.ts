import type { Telemetry } from "./message.ts";
import { type Fields, parseNumber, readPercentage } from "./payload.ts";

/** The keys under which a gateway writes what it has decoded itself. */
export interface DecodedKeys {
  batteryLevel?: string;
  batteryMv?: string;
  temperature?: string;
  humidity?: string;
  /** At 1 m. */
  measuredPower?: string;
}

/** Wet sensors show more than 100 %; the formats of tags go no further than this. */
const MAX_HUMIDITY = 655.35;

/** Reads what a gateway has decoded itself; impossible values are left out. */
export function readDecoded(fields: Fields, keys: DecodedKeys, into: Telemetry): void {
  const valueOf = (key: string | undefined): unknown => (key === undefined ? undefined : fields[key]);
  const battery = readPercentage(valueOf(keys.batteryLevel));
  if (battery !== null) into.batteryLevel = battery;
  const batteryMv = within(valueOf(keys.batteryMv), 1, 65_535);
  if (batteryMv !== null) into.batteryMv = Math.round(batteryMv);
  const temperature = within(valueOf(keys.temperature), -127, 1000);
  if (temperature !== null) into.temperature = temperature;
  const humidity = within(valueOf(keys.humidity), 0, MAX_HUMIDITY);
  if (humidity !== null) into.humidity = humidity;
  const power = within(valueOf(keys.measuredPower), -127, 20);
  if (power !== null) into.measuredPower = power;
}

function within(value: unknown, min: number, max: number): number | null {
  const number = parseNumber(value);
  return number !== null && number >= min && number <= max ? number : null;
}
