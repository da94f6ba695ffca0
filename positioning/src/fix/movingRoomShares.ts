import { areaShares } from "../cost/areaShares.ts";
import type { PosteriorScratch } from "../cost/posterior.ts";
import type { AreaIndex } from "../model/areaIndex.ts";
import type { FloorGrid } from "../model/floorGrid.ts";
import { sharesInTransit } from "./sharesInTransit.ts";
import type { RoomFilterScratch, RoomFilter, SolvedFix } from "./roomFilter.ts";
import { FIX } from "./fixConstants.ts";

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
  const goes = isLeaving ? 1 : 1 / (1 + ((nowMs - roomFilter.namedMs) / FIX.arrivesMs) ** 2);
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
  const is = (one * other) ** FIX.roomSourcePower;
  const isNot = (Math.max(0, 1 - one) * Math.max(0, 1 - other)) ** FIX.roomSourcePower;
  return is > 0 ? is / (is + isNot) : 0;
}
