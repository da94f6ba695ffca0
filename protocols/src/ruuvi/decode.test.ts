import { expect, test } from "vitest";
import { ruuviAdapter } from "./adapter.ts";

const GATEWAY = "AA:AA:AA:AA:AA:AA";
const TAG = "AA:BB:CC:DD:EE:01";
const NOW_S = Date.UTC(2026, 10, 24, 12) / 1000;

/** The ages that a message gives, seconds. */
function agesS(subtopic: string, message: object): number[] {
  const payload = new TextEncoder().encode(JSON.stringify({ gw_mac: GATEWAY, ...message }));
  const said = ruuviAdapter.decode(`ruuvi/${GATEWAY}/${subtopic}`, payload);
  return said.kind === "scan" ? said.adverts.map(({ ageMs }) => ageMs / 1000) : [];
}
const relayed = (heardS: number | undefined, relayedS: number | undefined) =>
  agesS(TAG, { rssi: -60, ts: heardS, gwts: relayedS, data: "" });
const posted = (heardS: number, postedS?: number) =>
  agesS("gw", { data: { gw_mac: GATEWAY, timestamp: postedS, tags: { [TAG]: { rssi: -60, timestamp: heardS } } } });

test.each([
  ["a tag's own message", relayed],
  ["a post", posted],
])("the age of an advert is read from %s, even if it is hours or days", (_kind, say) => {
  for (const ageS of [0, 90, 3 * 3600, 25 * 3600]) expect(say(NOW_S - ageS, NOW_S)).toEqual([ageS]);
});

test("packets from a Ruuvi Gateway without a set clock count as new", () => {
  expect(relayed(10, NOW_S)).toEqual([0]);
  expect(relayed(NOW_S, 10)).toEqual([0]);
  expect(relayed(undefined, NOW_S)).toEqual([0]);
  expect(relayed(NOW_S, undefined)).toEqual([0]);
  expect(posted(10, NOW_S)).toEqual([0]);
  expect(posted(NOW_S)).toEqual([0]);
});
