import { gaussian, type Random } from "../random.ts";
import type { Hearing } from "./receivers.ts";
import type { RadioSettings } from "./settings.ts";

/** Whether a gateway listens at a moment; deaf spells come and go by the hash of the gateway and the time. */
export function listening(fieldSeed: number, atMs: number, settings: RadioSettings): boolean {
  const slot = Math.floor(atMs / (settings.deafEachS * 1000));
  const draw = hash(fieldSeed, slot);
  const startS = draw * (settings.deafEachS - settings.deafS);
  const intoS = atMs / 1000 - slot * settings.deafEachS;
  return intoS < startS || intoS > startS + settings.deafS;
}

/**
 * The RSSI of one packet at one receiver, whole dBm, or null where it was not heard. `heading` is the way the bearer
 * faces (radians), null for a thing nobody carries.
 */
export function packetRssi(
  hearing: Hearing,
  heading: number | null,
  random: Random,
  settings: RadioSettings,
): number | null {
  if (random() < settings.lossShare) return null;
  const body = heading === null ? 0 : settings.bodyDb * Math.max(0, -Math.cos(hearing.bearing - heading));
  const deep = random() < settings.deepFadeShare ? settings.deepFadeDb * random() * 2 : 0;
  const rssi = hearing.meanDbm - body - deep + gaussian(random) * settings.fadingSdDb;
  return rssi < settings.sensitivityDbm ? null : Math.round(Math.min(-20, rssi));
}

function hash(seed: number, slot: number): number {
  let mixed = Math.imul(seed ^ Math.imul(slot + 1, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}
