import type { Telemetry } from "../message.ts";
import { fixed88, int16, uint16 } from "./bigEndian.ts";
import { movingFromAcceleration } from "./motion.ts";

/** First byte of a plain KSensor frame and of a System frame. */
export const KSENSOR_FRAME = 0x21;
export const SYSTEM_FRAME = 0x22;

const HAS_VOLTAGE = 0x001;
const HAS_TEMPERATURE = 0x002;
const HAS_HUMIDITY = 0x004;
const HAS_ACCELERATION = 0x008;

/**
 * KKM's KSensor frame: 0x21, a 16-bit mask, then the present fields in the mask's order, big-endian (gateways.md 1.7,
 * after KKM's own SDK). Older firmware writes a version, 0x01, as the mask's high byte; that sets no bit we read.
 * Anything after the fields read here is ignored. Returns false, with nothing written, if a field
 * is cut short.
 */
export function readKSensor(frame: Uint8Array, into: Telemetry): boolean {
  if (frame.length < 3) return false;
  const mask = uint16(frame, 1);
  if (frame.length < 3 + bytesOf(mask)) return false;
  let at = 3;
  if (mask & HAS_VOLTAGE) {
    const batteryMv = uint16(frame, at);
    if (batteryMv > 0) into.batteryMv = batteryMv;
    at += 2;
  }
  if (mask & HAS_TEMPERATURE) {
    into.temperature = fixed88(frame, at);
    at += 2;
  }
  if (mask & HAS_HUMIDITY) {
    const humidity = fixed88(frame, at);
    // With a negative humidity KKM writes temperatures beyond the range of 8.8.
    if (humidity < 0) extend(into, humidity);
    else if (humidity <= 100) into.humidity = humidity;
    at += 2;
  }
  if (mask & HAS_ACCELERATION) {
    into.moving = movingFromAcceleration(int16(frame, at), int16(frame, at + 2), int16(frame, at + 4));
  }
  return true;
}

/** The length of the fields that are read. */
function bytesOf(mask: number): number {
  const words = (mask & HAS_VOLTAGE ? 2 : 0) + (mask & HAS_TEMPERATURE ? 2 : 0) + (mask & HAS_HUMIDITY ? 2 : 0);
  return words + (mask & HAS_ACCELERATION ? 6 : 0);
}

/** Adds to the temperature what a negative humidity stands for; no tag's thermometer shows more than 1000 °C. */
function extend(into: Telemetry, humidity: number): void {
  if (into.temperature === undefined) return;
  into.temperature += (-1 - humidity) * 100;
  if (into.temperature > 1000) delete into.temperature;
}

/** KKM's System frame: 0x22, model(1), battery %(1), MAC(6), firmware(2). Returns false if it is cut short. */
export function readSystem(frame: Uint8Array, into: Telemetry): boolean {
  if (frame.length < 3) return false;
  const batteryLevel = frame[2] ?? 0;
  if (batteryLevel <= 100) into.batteryLevel = batteryLevel;
  return true;
}
