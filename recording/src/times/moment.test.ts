import { expect, test } from "vitest";
import { idInLoop, momentAt } from "./moment.ts";
import { moveTimes } from "./moveTimes.ts";

const startedAtMs = Date.parse("2026-11-29T10:00:00.000Z");
const recorded = { startedAtMs, lengthMs: 900_000 };
const at = (text: string) => momentAt(Date.parse(text), recorded);

test("a recording of a quarter of an hour shows the same moment again after a quarter of an hour", () => {
  const first = at("2026-11-29T10:04:00.000Z");
  const later = at("2026-11-29T12:19:00.000Z");
  expect(first).toMatchObject({ loop: 0, shiftMs: 0, endsInMs: 660_000 });
  expect(later).toMatchObject({ loop: 9, shiftMs: 8_100_000, recordedMs: first.recordedMs, endsInMs: 660_000 });
});

test("a recording shows a moment even by a clock that is behind the one it was recorded by", () => {
  const { loop, recordedMs, endsInMs } = at("2026-11-29T09:50:00.000Z");
  expect(loop).toBe(-1);
  expect(recordedMs - startedAtMs).toBe(300_000);
  expect(endsInMs).toBe(600_000);
});

test("times move with the loop and keep their order, at any depth, and no other text is changed", () => {
  const answer = { rows: [{ at: "2026-11-29T09:00:00.000Z", name: "2026-11-29", until: null, count: 3 }] };
  expect(moveTimes(answer, startedAtMs, at("2026-11-29T10:16:00.000Z"))).toEqual({
    rows: [{ at: "2026-11-29T09:15:00.000Z", name: "2026-11-29", until: null, count: 3 }],
  });
});

test("what was heard a second before the recording is a second old at every moment of it", () => {
  const moment = at("2026-11-29T10:14:00.000Z");
  expect(moveTimes("2026-11-29T09:59:59.000Z", startedAtMs, moment)).toBe("2026-11-29T10:13:59.000Z");
});

test("what was still to come when it was recorded is as far away at every moment", () => {
  const moment = at("2026-11-29T10:14:00.000Z");
  expect(moveTimes("2026-11-29T10:30:00.000Z", startedAtMs, moment)).toBe("2026-11-29T10:44:00.000Z");
});

test("an event has one id all through a loop and another in the next, both of them UUIDs", () => {
  const id = "0198c1b2-0000-7000-8000-000000000001";
  const ids = [0, 1, 2, 3, 4].map((loop) => idInLoop(id, loop));
  expect(new Set(ids.slice(0, 4)).size).toBe(4);
  expect(ids[4]).toBe(ids[0]);
  for (const each of ids) expect(each).toMatch(/^0198c1b2-0000-[4-7]000-8000-000000000001$/);
});
