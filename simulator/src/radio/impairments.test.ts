import { describe, expect, test } from "vitest";
import { demoSites, demoWorld } from "../demo/world.ts";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { collisions } from "./collisions.ts";
import { drawnAir } from "./drawnAir.ts";
import { type Impairments, noImpairments, usualImpairments } from "./impairments.ts";
import { obstaclesDb } from "./obstacles.ts";
import { packetRssi } from "./packet.ts";
import { type Hearing, hearingsAt, receiversOf } from "./receivers.ts";
import { defaultRadio, type RadioSettings } from "./settings.ts";
import { tagLossDb } from "./tagLossDb.ts";

const site = demoSites(demoWorld())[0]!;
const floor = site.buildings[0]!.floors[0]!;
const receivers = receiversOf(site, defaultRadio, 3);
const [receiver] = receivers;
/** Air in which only these hardships affect a packet. */
const only = (impairments: Partial<Impairments>): RadioSettings => ({
  ...defaultRadio,
  lossShare: 0,
  deepFadeShare: 0,
  fadingSdDb: 0,
  impairments: { ...noImpairments, ...impairments },
});
const hearingOf = (meanDbm: number): Hearing => ({ receiver: receiver!, meanDbm, bearing: 0, wallsDb: 0, doors: [] });
const seconds = Array.from({ length: 4000 }, (_, atS) => atS);
const random = seededRandom(5);
const packets = (meanDbm: number, radio: RadioSettings, place = { x: 3, y: 4 }): (number | null)[] =>
  seconds.map((atS) => packetRssi(hearingOf(meanDbm), null, random, radio, { atS, ...place, tagSeed: 9, random }));
const share = (values: readonly unknown[], holds: (value: never) => boolean): number =>
  values.filter(holds as (value: unknown) => boolean).length / values.length;

test("a still tracker has a level of its own on each channel, and other levels elsewhere", () => {
  const levels = (place: { x: number; y: number }) => new Set(packets(-70, only({ channelSdDb: 4 }), place));
  expect(levels({ x: 3, y: 4 }).size).toBeLessThanOrEqual(3);
  expect(levels({ x: 3, y: 4 }).size).toBeGreaterThan(1);
  expect([...levels({ x: 3, y: 4 })]).not.toEqual([...levels({ x: 3.2, y: 4 })]);
  expect([...new Set(packets(-70, only({})))]).toEqual([-70]);
});

test("packets are lost gradually near the faintest level", () => {
  const { sensitivityDbm } = defaultRadio;
  const heard = (aboveDb: number, thresholdDb: number): number =>
    share(packets(sensitivityDbm + aboveDb, only({ thresholdDb })), (rssi) => rssi !== null);
  expect(heard(-3, 6)).toBeCloseTo(0.1, 1);
  expect(heard(0, 6)).toBeCloseTo(0.5, 1);
  expect(heard(3, 6)).toBeCloseTo(0.9, 1);
  expect([heard(-0.1, 0), heard(0, 0)]).toEqual([0, 1]);
});

test("more packets collide the more trackers there are", () => {
  const lost = (perSecond: number, airtimeMs = 0.376): number => {
    const met = collisions({ ...noImpairments, airtimeMs, foreignPerS: 50 }, seededRandom(1));
    const hits = Array.from({ length: 60 * perSecond }, (_, nth) => met.hit(receiver!, Math.floor(nth / perSecond)));
    return share(hits, (hit) => hit);
  };
  expect(lost(10)).toBeCloseTo(1 - Math.exp(-2 * 60 * 0.000376), 1);
  expect(lost(200)).toBeCloseTo(1 - Math.exp(-2 * 250 * 0.000376), 1);
  expect(lost(1000)).toBeGreaterThan(0.5);
  expect(lost(1000, 0)).toBe(0);
});

describe("obstacles on the way", () => {
  const radio = only({ bystanderShare: 0.2, bystanderS: 20, bystanderDb: 6, doorDb: 4, doorS: 60 });

  test("people in a simulation come and go, stay for a while, and are there for their share of the time", () => {
    const taken = seconds.map((atS) => obstaclesDb(hearingOf(-70), 9, atS, radio));
    expect(new Set(taken)).toEqual(new Set([0, 6]));
    expect(share(taken, (db: number) => db > 0)).toBeGreaterThan(0.1);
    expect(share(taken, (db: number) => db > 0)).toBeLessThan(0.3);
    const changes = taken.filter((db, atS) => atS > 0 && db !== taken[atS - 1]).length;
    expect(changes).toBeLessThan(seconds.length / 20);
    expect(seconds.map((atS) => obstaclesDb(hearingOf(-70), 10, atS, radio))).not.toEqual(taken);
  });

  test("doors are open or shut, and together with the walls take no more than the most that walls may take", () => {
    const [door] = floor.doors;
    const middle = { x: (door!.a.x + door!.b.x) / 2, y: (door!.a.y + door!.b.y) / 2 };
    const beyond = receivers
      .filter(({ gateway }) => gateway.floor === floor.key)
      .map(({ gateway }) => ({ x: 2 * middle.x - gateway.x, y: 2 * middle.y - gateway.y }));
    const through = beyond.flatMap((place) =>
      hearingsAt(receivers, site, { floor: floor.key, ...place }, -40, radio).filter(({ doors }) => doors.length > 0),
    );
    expect(through.length).toBeGreaterThan(0);
    for (const hearing of through) {
      const taken = new Set(seconds.map((atS) => obstaclesDb({ ...hearing, receiver: receiver! }, 9, atS, radio)));
      expect(taken.has(0)).toBe(true);
      expect(Math.max(...taken)).toBeLessThanOrEqual(Math.max(0, radio.maxWallDb - hearing.wallsDb) + 6);
    }
  });
});

test("trackers grow weaker with age within bounds, and are on metal for a while", () => {
  const { agedDb, metalDb } = usualImpairments;
  const ages = Array.from({ length: 300 }, (_, tagSeed) => tagLossDb(tagSeed * 7919, 0, usualImpairments));
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...ages)).toBeLessThanOrEqual(agedDb + metalDb);
  const day = Array.from({ length: 24 * 60 }, (_, minute) => tagLossDb(77, minute * 60, usualImpairments));
  const onMetal = share(day, (db: number) => db > Math.min(...day));
  expect(onMetal).toBeGreaterThan(0.01);
  expect(onMetal).toBeLessThan(0.15);
  expect(tagLossDb(77, 0, noImpairments)).toBe(0);
});

test("drawn air is within bounds, repeats with its seed and differs between seeds", () => {
  expect(drawnAir(4)).toEqual(drawnAir(4));
  const drawn = Array.from({ length: 200 }, (_, seed) => drawnAir(seed));
  for (const { exponent, shadowSdDb, slabDb, impairments } of drawn) {
    expect(exponent).toBeGreaterThanOrEqual(1.7);
    expect(exponent).toBeLessThanOrEqual(3.2);
    expect(shadowSdDb).toBeGreaterThanOrEqual(3);
    expect(slabDb).toBeLessThanOrEqual(20);
    expect(Math.abs(impairments.powerDb)).toBeLessThanOrEqual(6);
    expect(impairments.uploadS[1]).toBeLessThanOrEqual(60);
  }
  expect(new Set(drawn.map(({ exponent }) => exponent)).size).toBe(200);
  expect(new Set(drawn.map(({ impairments }) => impairments.uploadS[1])).size).toBe(3);
});
