import type { LocationUpdate } from "@pulse/contract/live";
import fc from "fast-check";
import { expect, test } from "vitest";
import { coalescer } from "./coalesce.ts";

const update = (trackerId: string, second: number): LocationUpdate =>
  ({ trackerId, lastUpdated: new Date(second * 1000).toISOString() }) as LocationUpdate;

test("each tracker is sent once with its newest position, whatever the order of arrival", () => {
  const arrivals = fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("t1", "t2", "t3"), fc.nat(100)));
  fc.assert(
    fc.property(arrivals, (list) => {
      const box = coalescer();
      const newest = new Map<string, number>();
      for (const [site, tracker, second] of list) {
        box.add(site, update(tracker, second));
        newest.set(`${site}/${tracker}`, Math.max(second, newest.get(`${site}/${tracker}`) ?? 0));
      }
      const taken = [...box.drain()].flatMap(([site, updates]) =>
        updates.map((each) => [`${site}/${each.trackerId}`, Date.parse(each.lastUpdated) / 1000] as const),
      );
      expect(new Map(taken)).toEqual(newest);
      expect(taken).toHaveLength(newest.size);
      expect(box.drain().size).toBe(0);
    }),
  );
});
