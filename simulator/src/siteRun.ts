import { encodeAdvData, encodeAlive, type EncodedAdvert } from "@pulse/protocols/kgateway/encode";
import { scanTopic, uplinkTopics } from "@pulse/protocols/kgateway/topics";
import type { DemoSite } from "./demo/model.ts";
import { newTagRun, type TagRun } from "./tagRun.ts";
import { siteNodes } from "./motion/siteNodes.ts";
import { collisions } from "./radio/collisions.ts";
import { listening } from "./radio/packet.ts";
import { type Receiver, receiversOf } from "./radio/receivers.ts";
import { defaultRadio, type RadioSettings } from "./radio/settings.ts";
import { isUploadDue } from "./radio/isUploadDue.ts";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { seedOf } from "./random.ts";

/** A message as a gateway publishes it. `tMs` counts from the run's beginning. */
export interface SimulatedMessage {
  tMs: number;
  gatewayMac: string;
  topic: string;
  payload: string;
}

/** Where a tracker really is: metres in its floor's frame. */
export interface Truth {
  siteKey: string;
  floor: string;
  x: number;
  y: number;
}

/** A running site. `second(n)` returns what its gateways upload in the n-th second; call it in order. */
export interface SiteRun {
  second(n: number): SimulatedMessage[];
  truth(): Map<string, Truth>;
}

const ALIVE_EACH_S = 30;
/** The upload limit of a KGateway (maxRptPackSize). */
const MAX_ADVERTS = 100;
const FIRMWARE = "KBGW_V3.5.3";
/** KGateways write times without a zone and may be in any: here Auckland's, UTC, and some whose clock was never set. */
const NEW_ZEALAND_MS = 13 * 3_600_000;
const CLOCKLESS_EACH = 17;

/** Starts a site. The same site, seed and `startMs` (ms since 1970) give the same messages. */
export function newSiteRun(
  site: DemoSite,
  seed: number,
  startMs: number,
  radio: RadioSettings = defaultRadio,
): SiteRun {
  const siteSeed = seedOf(seed, site.key);
  const receivers = receiversOf(site, radio, siteSeed);
  const nodes = siteNodes(site);
  const tags = site.assets.map((asset) => newTagRun({ site, asset, nodes, receivers, radio, seed: siteSeed }));
  const met = collisions(radio.impairments, seededRandom(seedOf(siteSeed, "collisions")));
  const buffers = new Map<Receiver, EncodedAdvert[]>(receivers.map((receiver) => [receiver, []]));
  return {
    second: (n) => {
      const atMs = startMs + n * 1000;
      for (const tag of tags)
        tag.second(n, (receiver, advert) => {
          if (!met.hit(receiver, n) && listening(receiver.fieldSeed, atMs, radio))
            buffers.get(receiver)?.push({ ...advert, atMs: startMs + advert.atMs });
        });
      return receivers
        .flatMap((receiver, index) => {
          const adverts = buffers.get(receiver)!;
          if (isUploadDue(receiver.fieldSeed, n, radio.impairments))
            return upload(receiver, index, n, startMs, adverts);
          // If there are too many to keep, drop the oldest.
          adverts.splice(0, Math.max(0, adverts.length - radio.impairments.maxStoredAdverts));
          return [];
        })
        .toSorted((a, b) => a.tMs - b.tMs);
    },
    truth: () => truthOf(site, tags),
  };
}

function upload(
  receiver: Receiver,
  index: number,
  n: number,
  startMs: number,
  heard: EncodedAdvert[],
): SimulatedMessage[] {
  const { mac } = receiver.gateway;
  // Gateways are not synchronised: each has its own moment within the second.
  const tMs = (n + 1) * 1000 + ((seedOf(receiver.fieldSeed, "phase") >>> 0) % 900);
  const messages: SimulatedMessage[] = [];
  const adverts = heard.splice(0);
  const utcOffsetMs = index % CLOCKLESS_EACH === CLOCKLESS_EACH - 1 ? -startMs : index % 3 === 0 ? 0 : NEW_ZEALAND_MS;
  for (let at = 0; at < adverts.length; at += MAX_ADVERTS)
    messages.push({
      tMs,
      gatewayMac: mac,
      topic: scanTopic(mac),
      payload: encodeAdvData({ gatewayMac: mac, adverts: adverts.slice(at, at + MAX_ADVERTS), utcOffsetMs }),
    });
  if ((n + index) % ALIVE_EACH_S === 0) {
    // Firmware versions differ in the topic of their heartbeat.
    const topic = uplinkTopics(mac)[index % 2] ?? scanTopic(mac);
    messages.push({ tMs, gatewayMac: mac, topic, payload: encodeAlive({ gatewayMac: mac, firmware: FIRMWARE }) });
  }
  return messages;
}

function truthOf(site: DemoSite, tags: readonly TagRun[]): Map<string, Truth> {
  return new Map(
    tags.map((tag) => {
      const { floor, x, y } = tag.whereabouts();
      return [tag.mac, { siteKey: site.key, floor, x, y }];
    }),
  );
}
