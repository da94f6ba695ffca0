import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { aFix, ids, secondOf, start } from "../../../test/support/fixes.ts";
import { upsertLatest } from "./positions.repository.ts";

const { db, reset } = await testDatabase();
const minute = 60_000;
const write = (second: number, changes: { shown?: boolean } = {}): Promise<void> => {
  const fix = aFix(second, second, changes);
  return upsertLatest(db, [{ fix, endMs: fix.atMs, moving: true }]);
};
const latest = async (): Promise<number> => {
  const row = await db.selectFrom("latest_positions").selectAll().where("tracker_id", "=", ids.tracker).execute();
  return secondOf(row[0]!.end_ts);
};

beforeEach(() => reset());

describe("the latest position of a tracker", () => {
  it("the latest position of a tracker is the newer one, whichever of two processes writes last", async () => {
    await write(30);
    await write(10);
    expect(await latest()).toBe(30);
    await write(31);
    expect(await latest()).toBe(31);
  });

  it("the latest position of a tracker is one that may be shown, whether older or newer than one that may not", async () => {
    await write(10, { shown: false });
    await write(5);
    expect(await latest()).toBe(5);
    await write(20, { shown: false });
    expect(await latest()).toBe(5);
  });

  it("the latest position of a tracker is replaced if it came from a clock that was ahead", async () => {
    const ahead = (Date.now() + 10 * minute - start) / 1000;
    await write(ahead);
    await write(ahead - 900);
    expect(await latest()).toBe(ahead - 900);
  });
});
