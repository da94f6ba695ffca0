import type { Telemetry } from "../message.ts";
import { fixed88, int8, uint16 } from "./bigEndian.ts";
import { hexOfId } from "./hex.ts";

/** Eddystone states its power at 0 m; at 1 m it is 41 dB less (google/eddystone protocol-specification). */
export const EDDYSTONE_LOSS_TO_1M_DB = 41;

const UID = 0x00;
const URL = 0x10;
const TLM = 0x20;
const EID = 0x30;
const TLM_NO_TEMPERATURE = -128;
/** A UID without its two reserved bytes, a URL of its scheme alone, an EID. */
const MIN_BYTES: Readonly<Record<number, number>> = { [UID]: 18, [URL]: 3, [EID]: 10 };

/** Reads an Eddystone frame (service data 0xFEAA). Returns false if it is cut short; unknown frames are no error. */
export function readEddystone(frame: Uint8Array, into: Telemetry): boolean {
  const type = frame[0];
  if (type === UID || type === URL || type === EID) {
    if (frame.length < MIN_BYTES[type]!) return false;
    into.measuredPower = int8(frame, 1) - EDDYSTONE_LOSS_TO_1M_DB;
    if (type === UID) into.eddystoneUid = hexOfId(frame, 2);
    return true;
  }
  if (type === TLM && frame[1] === 0) {
    if (frame.length < 14) return false;
    const batteryMv = uint16(frame, 2);
    // In the standard 0 mV means "not supported" (mains-powered); for the temperature 0x8000 does.
    if (batteryMv > 0) into.batteryMv = batteryMv;
    const temperature = fixed88(frame, 4);
    if (temperature !== TLM_NO_TEMPERATURE) into.temperature = temperature;
  }
  return true;
}
