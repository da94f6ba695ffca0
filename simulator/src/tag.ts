import { type EncodedFrame, KKM_FACTORY_UUID } from "@pulse/protocols/kgateway/encode";
import type { DemoAsset } from "./demo/model.ts";
import type { RadioSettings } from "./radio/settings.ts";
import type { Random } from "@pulse/positioning/model/seededRandom";
import { gaussian } from "./random.ts";

const MOVING_PERIOD_MS = 1000;
const MIN_SHAKE_MG = 130;
const MAX_SHAKE_MG = 420;
const STILL_NOISE_MG = 12;

/** How often a tag advertises. */
export function advertPeriodMs(asset: DemoAsset, moving: boolean): number {
  return moving && asset.trackerModel.accelerometer ? MOVING_PERIOD_MS : asset.trackerModel.stillPeriodS * 1000;
}

/** The frame of the tag's `count`-th advert. */
export function advertFrame(
  asset: DemoAsset,
  count: number,
  moving: boolean,
  { statedPowerDbm, impairments }: RadioSettings,
  random: Random,
  airRandom: Random,
): EncodedFrame {
  const { accelerometer, sensorFrameEach } = asset.trackerModel;
  const temperature = Math.round((21 + gaussian(random) * 0.2) * 10) / 10;
  const sensorFrame = count % sensorFrameEach === 0;
  if (sensorFrame && accelerometer) {
    // The part of its shaking that an instantaneous sample shows: shaking goes to and fro.
    const share = moving && impairments.hasInstantSamples ? Math.sin(2 * Math.PI * airRandom()) : 1;
    const accelerationMg = acceleration(moving, share, random);
    return { frame: "ksensor", batteryMv: asset.batteryMv, temperature, accelerationMg };
  }
  if (sensorFrame)
    return {
      frame: "tlm",
      batteryMv: asset.batteryMv,
      temperature,
      advertCount: 40_000 + count,
      uptimeS: 200_000 + count,
    };
  const serial = Number.parseInt(asset.trackerMac.slice(-5).replace(":", ""), 16);
  return { frame: "ibeacon", uuid: KKM_FACTORY_UUID, major: 1, minor: serial, measuredPower: statedPowerDbm };
}

/** The strongest sample since the last advert, or a share of it: at rest 1 g and noise, pushed visibly more. */
function acceleration(moving: boolean, share: number, random: Random): [number, number, number] {
  const noise = (): number => Math.round(gaussian(random) * STILL_NOISE_MG);
  if (!moving) return [noise(), noise(), 1000 + noise()];
  const [x, y] = [noise() * 4, noise() * 4];
  return [x, y, Math.round(1000 + share * (MIN_SHAKE_MG + random() * (MAX_SHAKE_MG - MIN_SHAKE_MG)))];
}
