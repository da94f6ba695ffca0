import { expect, test } from "vitest";
import type { GrowingTable } from "./operations.repository.ts";
import { retentionForecast, sampleSpans } from "./forecast.ts";

const dayMs = 24 * 3_600_000;
const nowMs = Date.parse("2026-11-29T12:00:00Z");
const config = { keep: { sightingsDay: 30, positionsDay: 400, eventsDay: 400, auditDay: 730 } };

/** Tables into which so many rows come each second since a moment. */
const steady = (perSecond: Partial<Record<GrowingTable["table"], number>>, firstMs: number, rows = 0, bytes = 0) => ({
  firstSince: async ({ table }: GrowingTable, since: Date) =>
    perSecond[table] ? new Date(Math.max(firstMs, since.getTime())) : null,
  countWithin: async ({ table }: GrowingTable, spans: readonly { start: Date; end: Date }[]) =>
    spans.reduce(
      (sum, { start, end }) => sum + ((perSecond[table] ?? 0) * (end.getTime() - start.getTime())) / 1000,
      0,
    ),
  sizeOf: async () => ({ rows, bytes }),
});

test("rows a day times days times bytes a row is what a kind will take", async () => {
  const forecast = await retentionForecast(steady({ sightings: 100 }, 0, 1_000_000, 200_000_000), config, nowMs);
  const sightings = forecast!.kinds.find(({ id }) => id === "sightings")!;
  expect(sightings).toMatchObject({
    rowsPerDay: 8_640_000,
    bytesPerRow: 200,
    keepDay: 30,
    // Whole months are deleted, so that the oldest row stays for up to 31 days longer.
    bytes: 8_640_000 * 200 * (30 + 31),
  });
  expect(forecast!.bytes).toBe(sightings.bytes);
  expect(forecast!.sampleS).toBe(8 * 300);
});

test("an installation of ten minutes is looked at as a whole, and nothing is guessed from too few rows", async () => {
  const forecast = await retentionForecast(steady({ positions: 2 }, nowMs - 600_000, 40, 900_000), config, nowMs);
  expect(forecast!.sampleS).toBe(600);
  expect(forecast!.kinds.find(({ id }) => id === "positions")).toMatchObject({
    rowsPerDay: 172_800,
    bytesPerRow: null,
    bytes: null,
  });
  expect(forecast!.bytes).toBeNull();
});

test("nothing is foretold from nothing, or from less than a minute", async () => {
  expect(await retentionForecast(steady({}, 0), config, nowMs)).toBeNull();
  expect(await retentionForecast(steady({ events: 1 }, nowMs - 30_000), config, nowMs)).toBeNull();
});

test("samples are spread over the day, and the last one ends now", () => {
  const spans = sampleSpans(nowMs - dayMs, nowMs);
  expect(spans[0]).toEqual({ start: new Date(nowMs - 300_000), end: new Date(nowMs) });
  expect(nowMs - spans.at(-1)!.end.getTime()).toBe((dayMs * 7) / 8);
});
