import { statfs } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { diskSpace, freeSpaceOf } from "../src/resources/system/diskSpace.ts";
import { call } from "./support/api.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

const mb = 1024 * 1024;
let pulse: TestPulse | null = null;
afterEach(async () => {
  await pulse?.stop();
  pulse = null;
});

/** What `/readyz` says about the disk. */
async function said(bytes: number, files: number | null = null): Promise<unknown> {
  pulse = await testPulse({}, { freeSpace: async () => ({ bytes, files }) });
  const { status, text } = await call(pulse, "GET", "/readyz");
  const { troubles } = JSON.parse(text) as { troubles: { part: string; trouble: string }[] };
  return [status, troubles.find(({ part }) => part === "disk")?.trouble];
}

test("/readyz says in words how much is left on a disk that is nearly full, and metrics count the trouble", async () => {
  expect(await said(12.5 * mb)).toEqual([
    200,
    "the disk of PULSE_DATA_DIR is nearly full: 12 MB left, then nothing can be stored",
  ]);
  const { text } = await call(pulse!, "GET", "/metrics");
  expect(text).toContain('pulse_part_in_trouble{part="disk"} 1');
});

test("/readyz tells of a disk that has bytes left but can hold no more files", async () => {
  expect(await said(900 * mb, 7)).toEqual([
    200,
    "the disk of PULSE_DATA_DIR is nearly full: space for 7 files left, then nothing can be stored",
  ]);
});

test("/readyz says nothing about a disk with space", async () => {
  expect(await said(300 * mb)).toEqual([200, undefined]);
});

test("a disk that has space again is no longer in trouble", async () => {
  let bytes = 0;
  const disk = diskSpace(async () => ({ bytes, files: null }));
  await disk.look();
  expect(disk.unhealthyReason()).not.toBeNull();
  bytes = 300 * mb;
  await disk.look();
  expect(disk.unhealthyReason()).toBeNull();
});

test("what the system says about a folder is what it lets us use, in bytes", async () => {
  const { bsize, blocks } = await statfs("/tmp");
  const { bytes } = await freeSpaceOf("/tmp");
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(bsize * blocks);
});
