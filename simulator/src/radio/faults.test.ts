import { expect, test } from "vitest";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import type { GatewayFault } from "./faults.ts";
import { packetRssi } from "./packet.ts";
import { hearingsAt, type RadioSite, receiversOf } from "./receivers.ts";
import { defaultRadio, type RadioSettings } from "./settings.ts";

/** Two gateways on one storey, in air without randomness. */
const floor = { key: "hall", level: 0, ceilingHeightM: 4, walls: [], doors: [] };
const site: RadioSite = {
  name: "hall",
  buildings: [{ floors: [floor] }],
  gateways: [
    { mac: "near", floor: "hall", x: 2, y: 0, z: 2.5 },
    { mac: "far", floor: "hall", x: 20, y: 0, z: 2.5 },
  ],
};
const calm: RadioSettings = {
  ...defaultRadio,
  exponentSpread: 0,
  gatewaySdDb: 0,
  shadowSdDb: 0,
  fadingSdDb: 0,
  deepFadeShare: 0,
  lossShare: 0,
};

function heardAt(atS: number, faults: Record<string, GatewayFault>): Record<string, number | null> {
  const settings = { ...calm, faults: new Map(Object.entries(faults)) };
  const random = seededRandom(1);
  const hearings = hearingsAt(receiversOf(site, settings, 1), site, { floor: "hall", x: 0, y: 0 }, -59, settings);
  const sending = { atS, x: 0, y: 0, tagSeed: 1, random };
  return Object.fromEntries(
    hearings.map((one) => [one.receiver.gateway.mac, packetRssi(one, null, random, settings, sending)]),
  );
}

test("a gateway that hangs elsewhere than stated receives packets at its real place", () => {
  const { near, far } = heardAt(0, {});
  expect(near).toBeGreaterThan(far!);
  expect(heardAt(0, { far: { hangsAt: { x: 2, y: 0 } } })).toEqual({ near, far: near });
});

test("a gateway that grows deaf receives fewer packets from then on, or none", () => {
  const { near, far } = heardAt(0, {});
  const deaf = { near: { deaf: { fromS: 60, byDb: 12 } }, far: { deaf: { fromS: 60, byDb: Infinity } } };
  expect(heardAt(59, deaf)).toEqual({ near, far });
  expect(heardAt(60, deaf)).toEqual({ near: near! - 12, far: null });
});

test("a disturbed gateway loses its share of packets from then on, however strong they are", () => {
  const { near, far } = heardAt(60, {});
  const loses = { near: { loses: { fromS: 60, share: 1 } }, far: { loses: { fromS: 60, share: 0 } } };
  expect(heardAt(59, loses)).toEqual({ near, far });
  expect(heardAt(60, loses)).toEqual({ near: null, far });
});

test("the more packets scatter, the fainter the ones that may still be received", () => {
  const faintAt = (fadingSdDb: number): number => {
    const settings = { ...calm, fadingSdDb, sensitivityDbm: -85 };
    return hearingsAt(receiversOf(site, settings, 1), site, { floor: "hall", x: -20, y: 0 }, -59, settings).length;
  };
  expect(faintAt(1)).toBe(1);
  expect(faintAt(7)).toBe(2);
});
