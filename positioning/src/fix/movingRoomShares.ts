import { areaShares } from "../cost/areaShares.ts";
import type { PosteriorScratch } from "../cost/posterior.ts";
import type { AreaIndex } from "../model/areaIndex.ts";
import type { FloorGrid } from "../model/floorGrid.ts";
import { sharesInTransit } from "./sharesInTransit.ts";
import type { RoomFilterScratch, RoomFilter, SolvedFix } from "./roomFilter.ts";

/** A tag that has been in a room for this long while it moves is as likely to have arrived there as to go through, ms. */
const ARRIVES_MS = 5000;
/**
 * What its own windows say, and where the filter leads, count to this power each: the filter knows these windows too,
 * so that both together say less than if each had evidence of its own (1), and more than if it were the same (1/2).
 */
const POWER = 0.75;

/**
 * Replaces the shares of the rooms in which a moving tag is estimated to be by how likely they are: the filter follows
 * a walker late, and it holds on to rooms beside its way. As long as the tag is on its way, what its own windows say
 * counts as much as where the filter leads; once it has arrived, the filter is right. Returns how likely it is in none.
 * @param setOffMs since when it moves
 * @param isIn whether it is in one of the rooms for certain
 */
export function movingRoomShares(
  work: { scratch: PosteriorScratch; roomFilter: RoomFilterScratch },
  floor: { grid: FloorGrid; steps: Uint8Array },
  rooms: AreaIndex,
  roomFilter: RoomFilter,
  { nowMs, widen }: SolvedFix,
  startedMs: number,
  isIn: boolean,
  shares: Float64Array,
): number {
  const byWindows = new Float64Array(shares.length);
  const byFilter = new Float64Array(shares.length);
  const insideByWindows = 1 - areaShares(floor.grid, work.scratch, rooms, widen, byWindows);
  const insideByFilter = 1 - sharesInTransit(floor, roomFilter, rooms, work.roomFilter, byFilter);
  // A tag that was in the room before it set off is on its way out.
  const isLeaving = roomFilter.namedMs <= startedMs;
  const goes = isLeaving ? 1 : 1 / (1 + ((nowMs - roomFilter.namedMs) / ARRIVES_MS) ** 2);
  let none = 1;
  for (let i = 0; i < shares.length; i++) {
    const onItsWay = isIn
      ? together(byWindows[i]! / insideByWindows, byFilter[i]! / insideByFilter)
      : together(byWindows[i]!, byFilter[i]!);
    shares[i] = goes * onItsWay + (1 - goes) * shares[i]!;
    if (rooms.within[i]! < 0) none -= shares[i]!;
  }
  return none;
}

/** The probability of what two sources give these. */
function together(one: number, other: number): number {
  const is = (one * other) ** POWER;
  const isNot = (Math.max(0, 1 - one) * Math.max(0, 1 - other)) ** POWER;
  return is > 0 ? is / (is + isNot) : 0;
}
