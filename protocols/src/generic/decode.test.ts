import { expect, test } from "vitest";
import { genericAdapter } from "./adapter.ts";

const TOPIC = "pulse/v1/gateways/0198C1B2-0000-7000-8000-000000000001/up";
const decode = (message: unknown) => genericAdapter.decode(TOPIC, new TextEncoder().encode(JSON.stringify(message)));

test("a scan takes its gateway from the topic, reads zoned times and raw adverts, and leaves out wrong adverts", () => {
  expect(
    decode({
      msg: "scan",
      at: "2026-11-20T10:00:05.000Z",
      adverts: [
        { mac: "dd:34:00:00:00:01", rssi: -60, at: "2026-11-20T10:00:00.000Z" },
        { mac: "DD3400000002", rssi: -61, at: "2026-11-20T12:00:01.500+02:00", data: "041680205A" },
        { mac: "DD3400000003", rssi: -62 },
        { mac: "DD3400000004", rssi: 999 },
        { mac: "DD3400000005", rssi: -62, data: "0" },
        { mac: "DD3400000006", rssi: 0 },
        { mac: "DD3400000007", rssi: 127 },
        "advert",
      ],
    }),
  ).toEqual({
    kind: "scan",
    gateway: "0198c1b2-0000-7000-8000-000000000001",
    adverts: [
      { mac: "DD:34:00:00:00:01", rssi: -60, ageMs: 5000 },
      { mac: "DD:34:00:00:00:02", rssi: -61, ageMs: 3500, batteryLevel: 90 },
      { mac: "DD:34:00:00:00:03", rssi: -62, ageMs: 0 },
      { mac: "DD:34:00:00:00:05", rssi: -62, ageMs: 0, flaw: "the advert's data is not hex" },
    ],
    rejected: [
      { reason: "rssi is not a number from -127 to 20", sample: '{"mac":"DD3400000004","rssi":999}' },
      { reason: "rssi 0 means that there is no reading", sample: '{"mac":"DD3400000006","rssi":0}' },
      { reason: "rssi 127 means that there is no reading", sample: '{"mac":"DD3400000007","rssi":127}' },
      { reason: "the advert is not an object", sample: '"advert"' },
    ],
    clock: { ms: Date.parse("2026-11-20T10:00:05.000Z"), zoneless: false },
  });
});

test("adverts delivered after hours are as old as their zoned times say, even within one message", () => {
  const agesH = (at: string | undefined, ...heard: string[]) => {
    const said = decode({
      msg: "scan",
      at,
      adverts: heard.map((one) => ({ mac: "DD3400000001", rssi: -60, at: one })),
    });
    return said.kind === "scan" ? said.adverts.map(({ ageMs }) => ageMs / 3_600_000) : [];
  };
  expect(agesH("2026-11-20T14:00:00Z", "2026-11-20T10:00:00Z", "2026-11-20T14:00:00+01:00")).toEqual([4, 1]);
  expect(agesH(undefined, "2026-11-20T10:00:00Z", "2026-11-20T14:00:00Z")).toEqual([4, 0]);
  // The caller refuses adverts older than a day, so it must see their real age.
  expect(agesH("2026-11-20T14:00:00Z", "2026-11-19T13:00:00Z", "2026-11-20T14:00:00Z")).toEqual([25, 0]);
  // The clock was set in between: the times it showed before mean nothing next to the present ones.
  expect(agesH("2026-11-20T14:00:00Z", "1970-01-01T00:00:10Z", "2026-11-20T10:00:00Z")).toEqual([0, 4]);
  expect(agesH("2026-11-20T14:00:00Z", "1970-01-01T00:00:10Z", "1970-01-01T03:00:10Z")).toEqual([3, 0]);
});

test("a position may come with the adverts, and a wrong one is rejected alone", () => {
  const adverts = [{ mac: "DD3400000001", rssi: -60 }];
  const gps = { lat: 51.9, lon: 4.4, accuracy: 6, elevation: 2 };
  const advert = { mac: "DD:34:00:00:00:01", rssi: -60, ageMs: 0 };
  expect(decode({ msg: "scan", gps, battery_level: 70, adverts })).toMatchObject({
    adverts: [advert],
    gps: { lat: 51.9, lon: 4.4, accuracyM: 6, elevationM: 2 },
  });
  expect(decode({ msg: "scan", gps: { ...gps, lat: 91 }, adverts })).toMatchObject({
    adverts: [advert],
    gps: { rejected: "gps.lat is not a number from -90 to 90" },
  });
  expect(decode({ msg: "scan", gps: null, adverts })).not.toHaveProperty("gps");
});

// Python's json and C's printf write these for a sensor that gives no value.
test.each(["NaN", "nan", "-nan", "Infinity", "-inf"])(
  "a value %s costs itself and not its message, and stays as it is within a name",
  (value) => {
    const payload = `{"msg":"scan","note":"a \\"${value}\\", ${value}","battery_level":${value},"adverts":[{"mac":"DD3400000001","rssi":-60},{"mac":"DD3400000002","rssi":${value}}]}`;
    expect(genericAdapter.decode(TOPIC, new TextEncoder().encode(payload))).toMatchObject({
      adverts: [{ mac: "DD:34:00:00:00:01", rssi: -60 }],
      rejected: [{ reason: "rssi is not a number from -127 to 20" }],
    });
  },
);

test.each([
  [{}, 'the message has no "msg" that says what it is'],
  [{ msg: "advData", obj: [] }, 'unknown message "advData"'],
  [{ msg: "scan" }, '"adverts" is not an array'],
])("a generic gateway's message %j is refused: %s", (message, reason) => {
  expect(() => decode(message)).toThrow(reason);
});

test("measured distances and directions are read, and a wrong one rejects its advert", () => {
  const heard = { mac: "DD3400000001", rssi: -60 };
  const wrong: [object, string][] = [
    [{ range_m: -1 }, "range_m is not a number from 0 to 1000"],
    [{ range_m: 3, range_sd_m: 0 }, "range_sd_m is not a number from 0.01 to 1000"],
    [{ azimuth_deg: 361 }, "azimuth_deg is not a number from 0 to 360"],
    [{ azimuth_deg: 1, elevation_deg: "up" }, "elevation_deg is not a number from -90 to 90"],
    [{ azimuth_deg: 1, angle_sd_deg: 1e9 }, "angle_sd_deg is not a number from 0.1 to 180"],
  ];
  expect(
    decode({
      msg: "scan",
      adverts: [
        { ...heard, range_m: 4.2, range_sd_m: 0.3, azimuth_deg: 90, elevation_deg: -20, angle_sd_deg: 4 },
        { ...heard, range_m: 0, azimuth_deg: 0, rssi_filtered: true },
        ...wrong.map(([fields]) => ({ ...heard, ...fields })),
      ],
    }),
  ).toMatchObject({
    adverts: [
      { range: { m: 4.2, sdM: 0.3 }, angle: { azimuthDeg: 90, elevationDeg: -20, sdDeg: 4 } },
      { range: { m: 0, sdM: 1 }, angle: { azimuthDeg: 0, elevationDeg: null, sdDeg: 10 }, smoothed: true },
    ],
    rejected: wrong.map(([, reason]) => ({ reason })),
  });
});
