import type { Telemetry } from "../message.ts";
import { intLE, uintLE } from "./littleEndian.ts";

const VERSION = 2;
const ENCRYPTED = 0x01;

/** The size of every fixed-size object of BTHome v2, by its id (bthome.io/format). */
const SIZES: Readonly<Record<number, number>> = Object.fromEntries([
  ...sized(1, [0x00, 0x01, 0x09, 0x2e, 0x2f, 0x46, 0x57, 0x58, 0x59, 0x3a, 0x60]),
  ...sized(1, [0x0f, 0x10, 0x11, ...range(0x15, 0x2d)]),
  ...sized(2, [0x02, 0x03, 0x06, 0x07, 0x08, 0x0c, 0x0d, 0x0e, 0x12, 0x13, 0x14, 0x3c, 0x3d, 0x3f, 0x40, 0x41, 0x43]),
  ...sized(2, [0x44, 0x45, 0x47, 0x48, 0x49, 0x4a, 0x51, 0x52, 0x56, 0x5a, 0x5d, 0x5e, 0x5f]),
  ...sized(3, [0x04, 0x05, 0x0a, 0x0b, 0x42, 0x4b, 0xf2]),
  ...sized(4, [0x3e, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x55, 0x5b, 0x5c, 0xf1]),
  ...sized(2, [0xf0]),
]);
/** A text or bytes, after their length. */
const VARIABLE: ReadonlySet<number> = new Set([0x53, 0x54]);

const BUTTONS: Readonly<Record<number, string>> = {
  0x01: "press",
  0x02: "double_press",
  0x03: "triple_press",
  0x04: "long_press",
  0x05: "long_double_press",
  0x06: "long_triple_press",
  0x80: "hold_press",
};

function sized(size: number, ids: readonly number[]): [number, number][] {
  return ids.map((id) => [id, size]);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * Reads BTHome v2 service data (0xFCD2) as far as its objects are known; ids come in ascending order, so objects that a
 * newer version adds are at the end. Encrypted data only yields the frame's name. False: an object
 * is cut short, and nothing was written.
 */
export function readBTHome(data: Uint8Array, into: Telemetry): boolean {
  const info = data[0];
  if (info === undefined) return false;
  if (info >> 5 !== VERSION) return true;
  if ((info & ENCRYPTED) !== 0) {
    into.frame ??= "bthome";
    return true;
  }
  const objects: Telemetry = {};
  let at = 1;
  while (at < data.length) {
    const id = data[at++] ?? 0;
    const size = VARIABLE.has(id) ? 1 + (data[at] ?? 0) : SIZES[id];
    if (size === undefined) break;
    if (at + size > data.length) return false;
    readObject(id, data, at, objects);
    at += size;
  }
  into.frame ??= "bthome";
  Object.assign(into, objects);
  return true;
}

function readObject(id: number, data: Uint8Array, at: number, into: Telemetry): void {
  if (id === 0x01) into.batteryLevel = Math.min(100, uintLE(data, at, 1));
  else if (id === 0x0c) into.batteryMv = uintLE(data, at, 2);
  else if (id === 0x02) into.temperature = intLE(data, at, 2) / 100;
  else if (id === 0x45) into.temperature = intLE(data, at, 2) / 10;
  else if (id === 0x57) into.temperature = intLE(data, at, 1);
  else if (id === 0x58) into.temperature = Math.round(intLE(data, at, 1) * 35) / 100;
  else if (id === 0x03) into.humidity = uintLE(data, at, 2) / 100;
  else if (id === 0x2e) into.humidity = uintLE(data, at, 1);
  else if (id === 0x21 || id === 0x22) into.moving = uintLE(data, at, 1) !== 0;
  else if (id === 0x3a) {
    const button = BUTTONS[uintLE(data, at, 1)];
    if (button !== undefined) into.button = button;
  }
}
