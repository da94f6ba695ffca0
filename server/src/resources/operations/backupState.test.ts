import { expect, test } from "vitest";
import { backupState } from "./backupState.ts";

const hourMs = 3_600_000;
const backup = { folder: "/backups", keep: 7, at: { hour: 2, minute: 0 } };
const noon = new Date(2026, 10, 29, 12).getTime();
const last = (hoursAgo: number) => ({ last: { atMs: noon - hoursAgo * hourMs, bytes: 10 }, failure: null });
const none = { last: null, failure: null };

test("a backup of tonight is in order, and one of the night before is late from the morning on", () => {
  expect(backupState(backup, last(10), true, noon).state).toBe("ok");
  expect(backupState(backup, last(34), true, noon).state).toBe("late");
  // At seven a large one may still be under way.
  expect(backupState(backup, last(34), true, noon - 5 * hourMs).state).toBe("ok");
});

test("a process that makes no backups says so unless it sees them, and does not call them missing", () => {
  expect(backupState(backup, none, false, noon).state).toBe("elsewhere");
  expect(backupState(backup, last(10), false, noon).state).toBe("ok");
  expect(backupState(backup, none, true, noon).state).toBe("waiting");
  expect(backupState(null, none, true, noon).state).toBe("off");
});

test("why a backup failed is shown without secrets", () => {
  const failure = { atMs: noon, reason: "cannot reach postgres://pulse:s3cret@db/pulse" };
  expect(backupState(backup, { last: null, failure }, true, noon)).toMatchObject({
    state: "failed",
    failure: { reason: "cannot reach postgres://…@db/pulse" },
  });
});
