import type { Drawing } from "@pulse/contract/drawing";
import type { LatLon } from "@pulse/geo/latLon";
import type { AuditChange } from "../../platform/audit/auditRow.ts";
import { isSame } from "../../platform/http/staleVersion.ts";

/**
 * What has changed in a drawing, as the audit log keeps it: the names or numbers of things that were added or removed,
 * and of those that changed. Empty: nothing has; the order does not count.
 */
export function drawingChanges(before: Drawing, after: Drawing): AuditChange[] {
  const outline = { field: "outline", before: cornersOf(before.outline), after: cornersOf(after.outline) };
  return [
    ...(isSame(before.outline, after.outline) ? [] : [outline]),
    ...changesOf("walls", before.walls, after.walls, (walls) => walls.length),
    ...changesOf("doors", before.doors, after.doors, (doors) => doors.length),
    ...changesOf("lifts", before.lifts, after.lifts, namesOf),
    ...changesOf("rooms", before.rooms, after.rooms, namesOf),
  ];
}

/** To a centimetre. */
const cornersOf = (outline: readonly LatLon[] | null): string[] | null =>
  outline && outline.map(({ lat, lon }) => `${lat.toFixed(7)} ${lon.toFixed(7)}`);
const namesOf = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name);

function changesOf<T extends { id: string; name?: string }>(
  field: string,
  before: readonly T[],
  after: readonly T[],
  describe: (things: readonly T[]) => number | string[],
): AuditChange[] {
  const were = new Map(before.map((thing) => [thing.id, thing]));
  const isDescribed = !isSame(describe(before), describe(after));
  // If the names or the numbers differ, new and renamed things are reported already.
  const bare = (thing: T): object => (isDescribed ? { ...thing, name: "" } : thing);
  const others = after.filter((thing) => {
    const was = were.get(thing.id);
    return was === undefined ? !isDescribed : !isSame(bare(was), bare(thing));
  });
  return [
    ...(isDescribed ? [{ field, before: describe(before), after: describe(after) }] : []),
    ...(others.length > 0 ? [{ field: `${field}_changed`, before: null, after: describe(others) }] : []),
  ];
}
