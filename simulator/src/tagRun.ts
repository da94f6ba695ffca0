import type { EncodedAdvert } from "@pulse/protocols/kgateway/encode";
import type { DemoAsset, DemoSite } from "./demo/model.ts";
import { newWalker, type Walker, type Whereabouts } from "./motion/walker.ts";
import type { SiteNode } from "./motion/siteNodes.ts";
import { packetRssi } from "./radio/packet.ts";
import { type Hearing, hearingsAt, type Receiver } from "./radio/receivers.ts";
import type { RadioSettings } from "./radio/settings.ts";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { seedOf } from "./random.ts";
import { advertFrame, advertPeriodMs } from "./tag.ts";

/** A running simulation of one tagged thing. */
export interface TagRun {
  mac: string;
  whereabouts(): Whereabouts;
  /** Goes on to the end of the n-th second and reports who heard which advert; `atMs` counts from the beginning. */
  second(n: number, heard: (receiver: Receiver, advert: EncodedAdvert) => void): void;
}

interface TagRunInput {
  site: DemoSite;
  asset: DemoAsset;
  nodes: readonly SiteNode[];
  receivers: readonly Receiver[];
  radio: RadioSettings;
  seed: number;
}

export function newTagRun({ site, asset, nodes, receivers, radio, seed }: TagRunInput): TagRun {
  const random = seededRandom(seedOf(seed, asset.trackerMac));
  const { behaviour } = asset;
  const walker: Walker | null = behaviour.kind === "roaming" ? newWalker(behaviour, nodes, random) : null;
  const carried = behaviour.kind === "roaming" && behaviour.carried;
  const { impairments } = radio;
  const powerDbm = radio.statedPowerDbm + impairments.powerDb + asset.trackerModel.offsetDb;
  const tagSeed = seedOf(seed, `life ${asset.trackerMac}`);
  const airRandom = seededRandom(seedOf(seed, `air ${asset.trackerMac}`));
  const stepMs = 1000 / impairments.movesPerS;
  let here: Whereabouts =
    behaviour.kind === "still"
      ? { floor: behaviour.floor, x: behaviour.x, y: behaviour.y, moving: false, heading: 0 }
      : newWalkerPlace(walker);
  let hearings: Hearing[] = [];
  let computedFor = "";
  let nextAdvertMs = random() * advertPeriodMs(asset, false);
  let count = Math.floor(random() * 6);
  /** Means are cached while the thing stays where it is. */
  const hearingsHere = (): Hearing[] => {
    const key = `${here.floor} ${here.x} ${here.y}`;
    if (key !== computedFor) [hearings, computedFor] = [hearingsAt(receivers, site, here, powerDbm, radio), key];
    return hearings;
  };
  const advertise = (atMs: number, heard: Parameters<TagRun["second"]>[1]): void => {
    count += 1;
    const frame = advertFrame(asset, count, here.moving, radio, random, airRandom);
    const sending = { atS: atMs / 1000, x: here.x, y: here.y, tagSeed, random: airRandom };
    for (const hearing of hearingsHere()) {
      const rssi = packetRssi(hearing, carried ? here.heading : null, random, radio, sending);
      if (rssi !== null) heard(hearing.receiver, { ...frame, mac: asset.trackerMac, rssi, atMs });
    }
  };
  const step = (fromMs: number, heard: Parameters<TagRun["second"]>[1]): void => {
    if (walker) here = walker.advance(stepMs / 1000);
    // A tag that begins to move soon advertises it.
    if (here.moving) nextAdvertMs = Math.min(nextAdvertMs, fromMs + advertPeriodMs(asset, true));
    for (
      ;
      nextAdvertMs < fromMs + stepMs;
      nextAdvertMs += advertPeriodMs(asset, here.moving) * (0.98 + 0.04 * random())
    )
      advertise(Math.max(fromMs, nextAdvertMs), heard);
  };
  return {
    mac: asset.trackerMac,
    whereabouts: () => here,
    second: (n, heard) => {
      for (let fromMs = n * 1000; fromMs < (n + 1) * 1000; fromMs += stepMs) step(fromMs, heard);
    },
  };
}

function newWalkerPlace(walker: Walker | null): Whereabouts {
  if (!walker) throw new RangeError("a roaming thing without a walker");
  return walker.advance(0);
}
