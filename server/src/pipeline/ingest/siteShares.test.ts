import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { partitionOf, sitePartitions } from "../../platform/log/partitions.ts";
import { imbalanceOf } from "./partitionBalance.ts";
import { scopeOf, sharesOf, type SiteShare, siteLimits } from "./siteShares.ts";

const limits = siteLimits(1_000);
const siteId = uuidv7();
const home = partitionOf(siteId);
const threeShares: SiteShare[] = [
  { siteId, share: 1, partition: 17 },
  { siteId, share: 2, partition: 18 },
];

test("a site is divided by its gateways or its trackers, whichever are more, and into sixteen shares at most", () => {
  expect(sharesOf({ gateways: 1_000, trackers: 4_000 }, limits)).toBe(1);
  expect(sharesOf({ gateways: 1_001, trackers: 0 }, limits)).toBe(3);
  expect(sharesOf({ gateways: 300, trackers: 10_000 }, limits)).toBe(5);
  expect(sharesOf({ gateways: 2_000, trackers: 3_000 }, limits)).toBe(4);
  expect(sharesOf({ gateways: 90_000, trackers: 0 }, limits)).toBe(16);
});

test("a home knows into how many shares its sites are divided, a share its site, and one of a site that is gone is nothing", () => {
  const divided = new Map([[siteId, 3]]);
  expect(scopeOf(home, threeShares)).toEqual({ partition: home, home, part: null, divided });
  expect(scopeOf(18, threeShares)).toEqual({ partition: 18, home, part: { siteId, share: 2 }, divided });
  expect(scopeOf((home % 16) + 1, threeShares)?.divided.size).toBe(0);
  expect(scopeOf(19, threeShares)).toBeNull();
});

test("the parts of a divided site are spread over the processes, beside an equal number of other partitions", () => {
  const processes = ["a", "b", "c"];
  const held: number[] = [];
  const own = new Map<string, number[]>();
  for (const process of processes) {
    const { wanted, excess } = imbalanceOf({ process, processes, own: [], held, shares: threeShares });
    expect(excess).toBeNull();
    held.push(...wanted);
    own.set(process, wanted);
  }
  expect(held.toSorted((a, b) => a - b)).toEqual([...sitePartitions, 17, 18]);
  for (const partitions of own.values()) {
    expect(partitions.filter((partition) => partition === home || partition > 16)).toHaveLength(1);
    expect(partitions).toHaveLength(6);
  }
});

test("one that has two parts of a site gives one of them to a process that has none", () => {
  const own = [home, 17];
  const held = [...sitePartitions, 17];
  const of = { process: "a", processes: ["a", "b"], own, held, shares: threeShares.slice(0, 1) };
  expect(imbalanceOf(of).excess).toBe(17);
});

test("a partition of a site that is gone is given back", () => {
  const of = {
    process: "a",
    processes: ["a"],
    own: [...sitePartitions, 17],
    held: [...sitePartitions, 17],
    shares: [],
  };
  expect(imbalanceOf(of)).toEqual({ wanted: [], excess: 17 });
});
