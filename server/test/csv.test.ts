import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApp } from "../src/platform/http/app.ts";
import { csvLine, csvName, type CsvValue, sendCsv, zonedTime } from "../src/platform/http/csv.ts";

const file = { name: "a.csv", columns: ["n", "text"], time: zonedTime("UTC") };
let app: FastifyInstance;
let url: string;
let ended: (() => void) | null = null;
let pulled = 0;

async function* rows(count: number): AsyncGenerator<CsvValue[]> {
  try {
    for (pulled = 0; pulled < count; pulled += 1) yield [pulled, "x".repeat(500)];
  } finally {
    ended?.();
  }
}

beforeAll(async () => {
  app = await newApp(pino({ level: "silent" }));
  app.get("/rows", async (_request, reply) => sendCsv(reply, file, rows(20_000)));
  app.get("/failing", async (_request, reply) =>
    sendCsv(
      reply,
      file,
      (async function* (): AsyncGenerator<CsvValue[]> {
        yield [1, "first"];
        throw new Error("the database went away");
      })(),
    ),
  );
  app.get("/formulas", async (_request, reply) => sendCsv(reply, file, [[-1, '=1+1,"a"'] as const]));
  await app.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

test("a long CSV file leaves no listener behind, however often it waits for its reader", async () => {
  const warnings: string[] = [];
  const hear = (warning: Error): void => void warnings.push(warning.name);
  process.on("warning", hear);
  const text = await (await fetch(`${url}/rows`)).text();
  await new Promise(setImmediate);
  process.off("warning", hear);
  expect(text.split("\r\n")).toHaveLength(20_002);
  // Other warnings of this process are other parts' business.
  expect(warnings).not.toContain("MaxListenersExceededWarning");
});

test("reading for a CSV file stops when the client disconnects", async () => {
  const over = new Promise<void>((resolve) => (ended = resolve));
  const [answer] = (await once(get(`${url}/rows`), "response")) as [NodeJS.ReadableStream & { destroy(): void }];
  await once(answer, "data");
  answer.destroy();
  await over;
  expect(pulled).toBeLessThan(20_000);
});

test("a CSV file whose rows cannot all be read is cut off, so that nobody takes it for complete", async () => {
  const answer = await fetch(`${url}/failing`);
  await expect(answer.text()).rejects.toThrow();
});

test("text that a spreadsheet would calculate starts with an apostrophe, and numbers are unchanged", async () => {
  expect(await (await fetch(`${url}/formulas`)).text()).toBe('n,text\r\n-1,"\'=1+1,""a"""\r\n');
  expect(csvName("assets", "Lager Süd / 2", new Date(0), new Date(0))).toBe("assets_Lager-Sud-2_19700101_19700101.csv");
});

describe("times in a zone", () => {
  test.each([
    ["Europe/Berlin", "2026-03-29T00:59:59.999Z", "2026-03-29T01:59:59.999+01:00"],
    ["Europe/Berlin", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00:00.000+02:00"],
    ["Europe/Berlin", "2026-10-25T00:59:59.999Z", "2026-10-25T02:59:59.999+02:00"],
    ["Europe/Berlin", "2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00.000+01:00"],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00.000Z", "2026-04-05T01:30:00.000+10:30"],
    ["Asia/Kathmandu", "2026-12-31T18:14:59.999Z", "2026-12-31T23:59:59.999+05:45"],
    ["America/St_Johns", "2026-01-01T00:00:00.000Z", "2025-12-31T20:30:00.000-03:30"],
    ["UTC", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000+00:00"],
  ])("the time in %s of %s is written as %s", (zone, at, written) => {
    const time = zonedTime(zone);
    // Asked about another moment first, as in a file.
    time(new Date(Date.parse(at) - 1));
    expect(time(new Date(at))).toBe(written);
    expect(Date.parse(written)).toBe(Date.parse(at));
  });
});

test("any moment is written as the zone's clocks show it", () => {
  const zones = fc.constantFrom("Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Monrovia", "UTC");
  const moments = fc.integer({ min: Date.UTC(1850, 0), max: Date.UTC(2100, 0) });
  fc.assert(
    fc.property(zones, fc.array(moments, { minLength: 1 }), (zone, times) => {
      const time = zonedTime(zone);
      for (const at of times) {
        const [, shown, sign, ...parts] = /^(.{23})([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(time(at))!;
        const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
        const offsetMs = (sign === "-" ? -1000 : 1000) * (3600 * hours + 60 * minutes + seconds);
        expect(`${shown}Z`).toBe(new Date(at + offsetMs).toISOString());
        expect(time(new Date(at))).toBe(time(at));
      }
    }),
  );
});

test("the lines of a CSV file are read back by csv-parse as their values, whatever these are", () => {
  const time = zonedTime("Europe/Berlin");
  const safe = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
  const odd = fc.string({
    unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", ";", " ", "'", "a", "é", "0"),
  });
  const texts = fc.oneof(odd, fc.string({ unit: "binary" }));
  const values = fc.oneof(texts, fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
  const moments = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  const row = fc.array(fc.oneof(values, moments), { minLength: 2 });
  const written = (value: string | number | boolean | Date | null): string => {
    if (value === null) return "";
    if (value instanceof Date) return time(value);
    return typeof value === "string" ? safe(value) : String(value);
  };
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (lines) => {
      const text = lines.map((cells) => csvLine(cells, time)).join("");
      expect(parse(text, { relax_column_count: true, record_delimiter: "\r\n" })).toEqual(
        lines.map((cells) => cells.map(written)),
      );
    }),
    { numRuns: 2000 },
  );
});
