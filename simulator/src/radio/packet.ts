import type { Random } from "@pulse/positioning/model/seededRandom";
import { gaussian } from "../random.ts";
import { deafDb, lostShare } from "./faults.ts";
import { obstaclesDb } from "./obstacles.ts";
import type { Hearing } from "./receivers.ts";
import type { RadioSettings } from "./settings.ts";
import { smoothField } from "./smoothField.ts";
import { isInEpisode } from "./episodes.ts";
import { tagLossDb } from "./tagLossDb.ts";

/** Half a wavelength at 2.4 GHz: places this far apart fade differently, m. */
const FADE_M = 0.06;
const CHANNELS = 3;
/** A logistic curve goes from 0.1 to 0.9 within this many of its scales. */
const TENTH_TO_NINE_TENTHS = 4.39;

/** When, where and by which tag a packet is sent. Only hardships draw from `random`, so that other draws stay the same. */
export interface Sending {
  atS: number;
  x: number;
  y: number;
  tagSeed: number;
  random: Random;
}

/** Whether a gateway listens at a moment; a hash of the gateway and the time decides about deaf spells. */
export function listening(fieldSeed: number, atMs: number, settings: RadioSettings): boolean {
  return !isInEpisode(fieldSeed, atMs / 1000, settings.deafEachS, settings.deafS);
}

/**
 * The RSSI of one packet at one receiver, whole dBm, or null if it was not heard. `heading` is the direction its carrier
 * faces (radians), null for a thing nobody carries.
 */
export function packetRssi(
  hearing: Hearing,
  heading: number | null,
  random: Random,
  settings: RadioSettings,
  sending: Sending,
): number | null {
  if (random() < settings.lossShare) return null;
  const body = heading === null ? 0 : settings.bodyDb * Math.max(0, -Math.cos(hearing.bearing - heading));
  const deep = random() < settings.deepFadeShare ? settings.deepFadeDb * random() * 2 : 0;
  const rssi =
    hearing.meanDbm - body - deep + gaussian(random) * settings.fadingSdDb - hardshipsDb(hearing, sending, settings);
  const lost = lostShare(hearing.receiver.fault, sending.atS);
  if (lost > 0 && sending.random() < lost) return null;
  return isHeard(rssi, settings, sending.random) ? Math.round(Math.min(-20, rssi)) : null;
}

/** The loss from people in between, doors, the state of tag and gateway, and the packet's channel, dB. */
function hardshipsDb(hearing: Hearing, sending: Sending, settings: RadioSettings): number {
  const { impairments } = settings;
  const { atS, x, y, tagSeed, random } = sending;
  const { channelSdDb } = impairments;
  const seed = hearing.receiver.fieldSeed + 7919 * (1 + (channelSdDb > 0 ? Math.floor(CHANNELS * random()) : 0));
  const fade = channelSdDb > 0 ? channelSdDb * smoothField(seed, FADE_M, x, y) : 0;
  const wornDb = tagLossDb(tagSeed, atS, impairments) + deafDb(hearing.receiver.fault, atS);
  return obstaclesDb(hearing, tagSeed, atS, settings) + wornDb + fade;
}

function isHeard(rssi: number, { sensitivityDbm, impairments }: RadioSettings, random: Random): boolean {
  if (impairments.thresholdDb <= 0) return rssi >= sensitivityDbm;
  return random() < 1 / (1 + Math.exp((TENTH_TO_NINE_TENTHS / impairments.thresholdDb) * (sensitivityDbm - rssi)));
}
