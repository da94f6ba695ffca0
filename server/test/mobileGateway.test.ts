import { describe, expect, test } from "vitest";
import { aGateway, anAsset } from "./support/builders.ts";
import { apart, gpsDevices, until } from "./support/gpsDevices.ts";
import type { Spot } from "./support/radio.ts";

// Gateways that move, over real MQTT.
const {
  clock,
  here,
  newSite,
  changed,
  restart,
  aMobileGateway,
  latLon,
  spotOf,
  says,
  heard,
  fixesAfter,
  metric,
  listed,
} = gpsDevices();

describe("a mobile gateway", () => {
  test("a mobile gateway places a tracker near where it is carried, for as long as its own place is valid", async () => {
    const gateway = await aMobileGateway();
    await changed();
    const adverts = [heard({ x: 11, y: 8 })];
    const never = await fixesAfter(() => says(gateway, { adverts }));
    expect(never.has(here.asset.trackerId)).toBe(false);

    const gps = { ...latLon({ x: 11, y: 8 }), accuracy: 4 };
    const near = (await fixesAfter(() => says(gateway, { gps, adverts }))).get(here.asset.trackerId)!;
    expect(apart(spotOf(near), { x: 12, y: 8 })).toBeLessThan(3);
    expect(near.fix).toMatchObject({ floor: here.site.floorId, mechanism: "TRILATERATED" });
    expect(near.fix.nearest).toMatchObject({ anchorId: gateway.id });
    // No fix is more certain than the gateway's own place.
    expect(near.fix.accuracyM).toBeGreaterThan(4);

    // Valid for 20 s and 8 s after it reported its place, and no longer.
    expect((await fixesAfter(() => says(gateway, { adverts }), 27)).has(here.asset.trackerId)).toBe(true);
    expect((await fixesAfter(() => says(gateway, { adverts }), 2)).has(here.asset.trackerId)).toBe(false);
    expect((await fixesAfter(() => says(gateway, { gps, adverts }))).has(here.asset.trackerId)).toBe(true);

    // Carried past another tag: what it heard before does not move with it.
    const there = { ...latLon({ x: 30, y: 14 }), accuracy: 4 };
    const other = await anAsset(here.pulse, here.customer, here.site);
    await changed();
    const passing = await fixesAfter(() =>
      says(gateway, { gps: there, adverts: [heard({ x: 30, y: 14 }, { x: 29, y: 15 }, other)] }),
    );
    expect(passing.has(here.asset.trackerId)).toBe(false);
    expect(apart(spotOf(passing.get(other.trackerId)!), { x: 29, y: 15 })).toBeLessThan(4);
  });

  test("a mobile gateway that is carried past a tracker locates it within the stated radius", async () => {
    await newSite({ mobileGatewayInterval: 5_000, mobileGatewayDuration: 2_000 });
    const gateway = await aMobileGateway();
    await changed();
    const tag = { x: 32, y: 9 };
    const fixes: { offM: number; aheadM: number; accuracyM: number; outerM: number }[] = [];
    // At 1.2 m/s; it reports its place every five seconds, off by up to four metres.
    for (let second = 0; second < 30; second++) {
      const at = { x: 2 + 1.2 * second, y: 12 };
      const told = { x: at.x + 3 * Math.sin(second), y: at.y + 3 * Math.cos(2.3 * second) };
      const gps = second % 5 === 0 ? { gps: { ...latLon(told), accuracy: 4 } } : {};
      const adverts = apart(at, tag) < 15 ? [heard(at, tag)] : [];
      const located = (await fixesAfter(() => says(gateway, { ...gps, adverts }))).get(here.asset.trackerId);
      if (!located) continue;
      const { accuracyM, accuracyOuterM: outerM } = located.fix;
      fixes.push({ offM: apart(spotOf(located), tag), aheadM: apart(at, tag), accuracyM, outerM });
    }
    const nearest = fixes.toSorted((a, b) => a.aheadM - b.aheadM)[0]!;
    // One gateway gives a distance but no direction, and this tag's strength is not known yet.
    expect(nearest.offM).toBeLessThan(9);
    expect(fixes.filter(({ offM, accuracyM }) => offM < accuracyM).length).toBeGreaterThan(0.68 * fixes.length);
    expect(fixes.every(({ offM, outerM }) => offM < outerM)).toBe(true);
  });

  test("a mobile gateway follows the interval and the duration set for its site", async () => {
    await newSite({ mobileGatewayInterval: 60_000, mobileGatewayDuration: 5_000 });
    const gateway = await aMobileGateway();
    await changed();
    const adverts = [heard({ x: 11, y: 8 })];
    await fixesAfter(() => says(gateway, { gps: { ...latLon({ x: 11, y: 8 }), accuracy: 4 }, adverts }));
    expect((await fixesAfter(() => says(gateway, { adverts }), 64)).has(here.asset.trackerId)).toBe(true);
    expect((await fixesAfter(() => says(gateway, { adverts }), 2)).has(here.asset.trackerId)).toBe(false);
  });

  test("a mobile gateway is listed where it is, and on no floor if it is near none", async () => {
    const gateway = await aMobileGateway({ x: 1, y: 1 });
    await changed();
    const moved = async (gps: object) => {
      const before = await listed(gateway);
      await fixesAfter(() => says(gateway, { gps }));
      return until(
        () => listed(gateway),
        (row) => row.lat !== before.lat || row.lon !== before.lon,
      );
    };
    const inside = latLon({ x: 11, y: 8 });
    const row = await moved({ ...inside, accuracy: 4 });
    expect(row).toMatchObject({ ...inside, floor_id: here.site.floorId, status: "online", location: "Main · Ground" });
    // Two kilometres away it hears nothing on any floor.
    const far = latLon({ x: 2000, y: 8 });
    expect(await moved({ ...far, accuracy: 4 })).toMatchObject({ ...far, floor_id: null });
    const adverts = [heard({ x: 11, y: 8 })];
    expect((await fixesAfter(() => says(gateway, { adverts }))).has(here.asset.trackerId)).toBe(false);
  });

  test("a mobile gateway keeps its place when its site is read again, and when a new place is too uncertain", async () => {
    const gateway = await aMobileGateway();
    await changed();
    const adverts = [heard({ x: 11, y: 8 })];
    await fixesAfter(() => says(gateway, { gps: { ...latLon({ x: 11, y: 8 }), accuracy: 4 }, adverts }));
    await changed();
    const uncertain = { ...latLon({ x: 35, y: 20 }), accuracy: 400 };
    const fix = (await fixesAfter(() => says(gateway, { gps: uncertain, adverts }))).get(here.asset.trackerId)!;
    expect(apart(spotOf(fix), { x: 11, y: 8 })).toBeLessThan(6);
  });

  test("a mobile gateway keeps its newer place when an older one arrives late", async () => {
    const start = { x: 1, y: 1 };
    const gateway = await aMobileGateway(start);
    await changed();
    const adverts = [heard({ x: 11, y: 8 })];
    const placed = (at: Spot, ageMs: number) => ({
      at: new Date(clock.now() - ageMs).toISOString(),
      gps: { ...latLon(at), accuracy: 4 },
    });
    await fixesAfter(() => says(gateway, { ...placed({ x: 11, y: 8 }, 0), adverts }));
    await fixesAfter(() => says(gateway, placed({ x: 35, y: 20 }, 600_000)));
    const fix = (await fixesAfter(() => says(gateway, { adverts }))).get(here.asset.trackerId);
    expect(fix?.fix.nearest).toMatchObject({ anchorId: gateway.id });
    expect(apart(spotOf(fix!), { x: 11, y: 8 })).toBeLessThan(6);
    const row = await until(
      () => listed(gateway),
      (one) => apart(spotOf(one), start) > 1,
    );
    expect(apart(spotOf(row), { x: 11, y: 8 })).toBeLessThan(0.01);
  });

  test("a mobile gateway is placed even if its site's threshold hides uncertain fixes of assets", async () => {
    await newSite({ locationAccuracyThreshold: 0.1 });
    const gateway = await aMobileGateway({ x: 1, y: 1 });
    await changed();
    const adverts = [heard({ x: 11, y: 8 })];
    const gps = { ...latLon({ x: 11, y: 8 }), accuracy: 12 };
    const fix = (await fixesAfter(() => says(gateway, { gps, adverts }))).get(here.asset.trackerId)?.fix;
    expect(fix?.nearest).toMatchObject({ anchorId: gateway.id });
    // The asset's own fix is too uncertain for the site to show.
    expect(fix?.shown).toBe(false);
  });

  test("a mobile gateway keeps its last place after a restart, for as long as that is valid", async () => {
    await newSite({ mobileGatewayInterval: 60_000, mobileGatewayDuration: 5_000 });
    const gateway = await aMobileGateway({ x: 35, y: 20 });
    await changed();
    const adverts = [heard({ x: 11, y: 8 })];
    await fixesAfter(() => says(gateway, { gps: { ...latLon({ x: 11, y: 8 }), accuracy: 7 }, adverts }));
    await restart();
    const fix = (await fixesAfter(() => says(gateway, { adverts }), 30)).get(here.asset.trackerId)!;
    expect(apart(spotOf(fix), { x: 11, y: 8 })).toBeLessThan(3);
    expect(fix.fix.nearest).toMatchObject({ anchorId: gateway.id });
    expect(fix.fix.accuracyM).toBeGreaterThan(7);
    // 60 s and 5 s after it reported its place, whoever was listening meanwhile.
    expect((await fixesAfter(() => says(gateway, { adverts }), 34)).has(here.asset.trackerId)).toBe(true);
    expect((await fixesAfter(() => says(gateway, { adverts }), 2)).has(here.asset.trackerId)).toBe(false);
    // New reports count.
    const gps = { ...latLon({ x: 30, y: 14 }), accuracy: 7 };
    const passed = await fixesAfter(() => says(gateway, { gps, adverts: [heard({ x: 30, y: 14 }, { x: 29, y: 15 })] }));
    expect(apart(spotOf(passed.get(here.asset.trackerId)!), { x: 30, y: 14 })).toBeLessThan(4);
  });

  test("a mobile gateway is put on the floor nearest to the ground whose outline contains it", async () => {
    const { building_id, ...floor } = await here.pulse.db
      .selectFrom("floors")
      .selectAll()
      .where("id", "=", here.site.floorId)
      .executeTakeFirstOrThrow();
    const cellar = "01990000-0000-7000-8000-0000000000ce";
    await here.pulse.db
      .insertInto("floors")
      .values({
        ...floor,
        building_id,
        drawing: "{}",
        id: cellar,
        name: "Cellar",
        level: -1,
        se_lon: floor.se_lon + 0.0002,
      })
      .execute();
    const gateway = await aMobileGateway();
    await changed();
    for (const [x, floorId] of [
      [5, here.site.floorId],
      [45, cellar],
    ] as const) {
      const at = { x, y: 10 };
      const gps = { ...latLon(at), accuracy: 4 };
      const fixes = await fixesAfter(() => says(gateway, { gps, adverts: [heard(at, at)] }));
      expect(fixes.get(here.asset.trackerId)?.fix.floor).toBe(floorId);
    }
  });
});

test("a fixed gateway's reported position is counted and ignored, and its adverts are used", async () => {
  const gateway = await aGateway(here.pulse, here.customer, here.site, { x: 11, y: 8 });
  await changed();
  const before = await metric("gps_of_fixed_gateway");
  const gps = { ...latLon({ x: 35, y: 20 }), accuracy: 4 };
  const fixes = await fixesAfter(() => says(gateway, { gps, adverts: [heard({ x: 11, y: 8 })] }));
  expect(apart(spotOf(fixes.get(here.asset.trackerId)!), { x: 12, y: 8 })).toBeLessThan(3);
  expect(await metric("gps_of_fixed_gateway")).toBe(before + 1);
  expect(apart(spotOf(await listed(gateway)), { x: 11, y: 8 })).toBeLessThan(0.01);
});
