import fc from "fast-check";
import { expect, test } from "vitest";
import { delayAnnouncer } from "./delayAnnouncer.ts";

test("whatever the delays, after each look no client is wrong about them by more than a second", () => {
  const delays = fc.array(fc.tuple(fc.nat(5_000), fc.boolean()));
  fc.assert(
    fc.property(delays, (list) => {
      let behindMs = 0;
      const announcer = delayAnnouncer(() => behindMs);
      // Each client has what it was told last; one that was told nothing assumes that nothing waits.
      let clients = [0];
      for (const [delayMs, isJoining] of list) {
        behindMs = delayMs;
        if (isJoining) {
          clients.push(announcer.atJoin() ?? 0);
          continue;
        }
        const sentMs = announcer.next();
        if (sentMs !== null) clients = clients.map(() => sentMs);
        for (const toldMs of clients) expect(Math.abs(toldMs - behindMs)).toBeLessThanOrEqual(1_000);
      }
    }),
  );
});

test("nothing is sent while the delay changes by no more than a second", () => {
  let behindMs = 0;
  const announcer = delayAnnouncer(() => behindMs);
  const sent = [0, 900, 1_000, 60_000, 60_900, 59_100, 58_000, 0, 0].map((delayMs) => {
    behindMs = delayMs;
    return announcer.next();
  });
  expect(sent).toEqual([null, null, null, 60_000, null, null, 58_000, 0, null]);
});
