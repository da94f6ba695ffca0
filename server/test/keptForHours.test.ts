import { describe, expect, test } from "vitest";
import { aGateway, type TestGateway } from "./support/builders.ts";
import { gpsDevices } from "./support/gpsDevices.ts";

// Gateways that send a zone with their times, after an outage of hours, over real MQTT.
const { clock, here, changed, aMobileGateway, latLon, says, metric } = gpsDevices();
const hourMs = 3_600_000;
const iso = (atMs: number): string => new Date(atMs).toISOString();
const heardAt = (atMs: number) => ({ mac: here.asset.mac, rssi: -60, at: iso(atMs) });

/** When each advert of these messages was heard according to Pulse, by our clock, ms. */
async function datedMs(gateway: TestGateway, messages: readonly object[]): Promise<number[]> {
  const dated: number[] = [];
  const stop = here.pulse.bus.subscribe("sightings", ({ gatewayId, sightings }) => {
    if (gatewayId === gateway.id) dated.push(...sightings.map(({ atMs }) => atMs));
  });
  for (const message of messages) await says(gateway, message);
  await here.pulse.settled();
  stop();
  return dated;
}

describe("packets kept for hours", () => {
  test("packets of the last hours in one message are dated when they were received", async () => {
    const gateway = await aGateway(here.pulse, here.customer, here.site, { x: 11, y: 8 });
    await changed();
    const nowMs = clock.now();
    const heardMs = Array.from({ length: 240 }, (_, minute) => nowMs - 4 * hourMs + 60_000 * minute);
    expect(await datedMs(gateway, [{ at: iso(nowMs), adverts: heardMs.map(heardAt) }])).toEqual(heardMs);
  });

  test("packets older than a day are dropped and counted", async () => {
    const gateway = await aGateway(here.pulse, here.customer, here.site, { x: 11, y: 8 });
    await changed();
    const refused = await metric("advert_rejected");
    const nowMs = clock.now();
    const heardMs = [nowMs - 25 * hourMs, nowMs - 23 * hourMs, nowMs];
    expect(await datedMs(gateway, [{ at: iso(nowMs), adverts: heardMs.map(heardAt) }])).toEqual(heardMs.slice(1));
    expect(await metric("advert_rejected")).toBe(refused + 1);
  });

  test("packets of the last hours between live messages are dated when received, and so are mobile gateways' places", async () => {
    const gateway = await aMobileGateway();
    await changed();
    const gps = { ...latLon({ x: 11, y: 8 }), accuracy: 4 };
    const placedMs: number[] = [];
    const stop = here.pulse.bus.subscribe("gatewayPlaces", ({ atMs }) => void placedMs.push(atMs));
    const startMs = clock.now();
    const heardMs: number[] = [];
    const dated: number[] = [];
    const tell = async (atMs: number): Promise<void> => {
      heardMs.push(atMs);
      dated.push(...(await datedMs(gateway, [{ at: iso(atMs), gps, adverts: [heardAt(atMs)] }])));
    };
    await tell(startMs);
    clock.advance(3 * hourMs);
    for (let nth = 0; nth < 5; nth++) {
      clock.advance(1000);
      await tell(clock.now());
      await tell(startMs + 1000 + 20 * 60_000 * nth);
    }
    stop();
    expect(dated).toEqual(heardMs);
    expect(placedMs).toEqual(heardMs);
  });
});
