import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { call } from "./support/api.ts";
import { aToken } from "./support/builders.ts";
import { coldDesk, coldNowMs } from "./support/coldDesk.ts";
import { temporaryFolder } from "./support/database.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
afterEach(() => pulse.stop());

interface ColdMonths {
  count: number;
  months: {
    month: string;
    site_id: string;
    state: string;
    rows: number;
    bytes: number;
    moved_at: string | null;
    failure: { at: string; reason: string } | null;
  }[];
}

test("each month of a site says where its history is: in the database, in files, or why it did not move", async () => {
  let nowMs = coldNowMs;
  pulse = await testPulse(
    { PULSE_DATA_DIR: mkdtempSync(join(temporaryFolder(), "cold-")), PULSE_HISTORY_COLD_AFTER_MONTHS: "2" },
    { now: () => nowMs },
  );
  const { place, store, freeze, coldRows } = await coldDesk(pulse);
  const coldMonths = async (): Promise<ColdMonths> => {
    // They are looked up once a minute at most.
    nowMs += 61_000;
    const token = await aToken(pulse, null, null);
    const look = async (): Promise<ColdMonths | null> => {
      const { content } = await call(pulse, "GET", "system/operations", { token });
      return (content as unknown as { disk: { cold_months: ColdMonths | null } }).disk.cold_months;
    };
    // The page does not wait for a slow answer, but the next one has it.
    return vi.waitUntil(look, { timeout: 60_000, interval: 100 });
  };
  const statesOf = ({ months }: ColdMonths) => months.map(({ month, state }) => `${month} ${state}`);
  const before = await coldMonths();
  expect(before.count).toBe(5);
  expect(statesOf(before)).toEqual([
    "2026-06 database",
    "2026-05 database",
    "2026-04 database",
    "2026-03 database",
    "2026-02 database",
  ]);
  expect(before.months[0]).toMatchObject({
    month: "2026-06",
    site_id: place.site.id,
    state: "database",
    rows: 0,
    bytes: 0,
    moved_at: null,
    failure: null,
  });

  const full = async (name: string, bytes: Uint8Array): Promise<void> => {
    if (name.includes("-2026-03-")) throw new Error("ENOSPC: no space left, token=abc");
    await store.write(name, bytes);
  };
  await expect(freeze({ store: { ...store, write: full } })).rejects.toThrow("History of some sites was not moved");
  const [failed, ...others] = (await coldMonths()).months;
  expect(failed).toMatchObject({
    month: "2026-03",
    state: "failed",
    failure: { at: new Date(coldNowMs).toISOString(), reason: "ENOSPC: no space left, token=…" },
  });
  expect(others.map(({ month, state }) => `${month} ${state}`)).toEqual([
    "2026-06 database",
    "2026-05 database",
    "2026-04 database",
    "2026-02 files",
  ]);

  // The next night is at it.
  await freeze({
    now: () => nowMs,
    store: {
      ...store,
      write: async (name, bytes) => {
        if (name.includes("-2026-03-")) expect(statesOf(await coldMonths())[0]).toBe("2026-03 moving");
        await store.write(name, bytes);
      },
    },
  });
  const { months } = await coldMonths();
  expect(months.map(({ month, state, failure }) => [month, state, failure])).toEqual([
    ["2026-06", "database", null],
    ["2026-05", "database", null],
    ["2026-04", "files", null],
    ["2026-03", "files", null],
    ["2026-02", "files", null],
  ]);
  expect(months.reduce((sum, { rows }) => sum + rows, 0)).toBe((await coldRows()).rows);
  for (const { state, bytes, moved_at: movedAt } of months) {
    expect(bytes > 0).toBe(state === "files");
    expect(movedAt === null).toBe(state !== "files");
  }
});
