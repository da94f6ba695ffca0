/** Stays of an asset as the database returns them: a line for each, with semicolons between its values. */
export interface PositionLines {
  asset_id: string;
  tracker_id: string;
  floor_id: string | null;
  /** How many lines there are. */
  count: number;
  /**
   * Start and end in seconds since 1970, the nearest gateway or nothing, and the numbers of a stay; then its room's
   * name as JSON, if it is known. One text for many stays, since a driver takes three times as long for separate
   * values.
   */
  lines: string;
}

/** Two ids that occur together in many rows: one object for each pair, which is quick to find and to compare. */
export interface IdPair {
  one: string;
  other: string;
}

/** A stay of an asset. */
export interface PositionRow {
  /** s since 1970. */
  start_s: number;
  end_s: number;
  /** The asset and its tracker. */
  things: IdPair;
  /** The floor and the nearest gateway; empty for none. */
  place: IdPair;
  /**
   * Latitude, longitude, elevation and accuracy as cells of a line, since parsing numbers and writing them takes long.
   */
  numbers: string;
  /** The room's name as JSON, if it is known. */
  room: string | null;
}

/** How many stays these are. */
export const countOf = (groups: readonly PositionLines[]): number => groups.reduce((sum, { count }) => sum + count, 0);

/** Parses the database's lines. */
export function positionReader(): (groups: readonly PositionLines[]) => PositionRow[] {
  const [thingsOf, placeOf] = [pairs(), pairs()];
  return (groups) =>
    groups.flatMap(({ asset_id: assetId, tracker_id: trackerId, floor_id: floorId, count, lines }) => {
      const things = thingsOf(assetId, trackerId);
      let place = placeOf(floorId ?? "", "");
      let [from, gateway] = [0, ";"];
      return Array.from({ length: count }, (): PositionRow => {
        const start = lines.indexOf(";", from);
        const end = lines.indexOf(";", start + 1);
        // Usually it is that of the stay before.
        if (!lines.startsWith(gateway, end + 1)) {
          gateway = lines.slice(end + 1, lines.indexOf(";", end + 1) + 1);
          place = placeOf(floorId ?? "", gateway.slice(0, -1));
        }
        const numbers = end + 1 + gateway.length;
        const newLine = lines.indexOf("\n", numbers);
        const until = newLine < 0 ? lines.length : newLine;
        const room = lines.indexOf(";", numbers);
        const isRoomKnown = room >= 0 && room < until;
        const row = {
          start_s: Number(lines.slice(from, start)),
          end_s: Number(lines.slice(start + 1, end)),
          things,
          place,
          numbers: lines.slice(numbers, isRoomKnown ? room : until),
          room: isRoomKnown ? lines.slice(room + 1, until) : null,
        };
        from = until + 1;
        return row;
      });
    });
}

function pairs(): (one: string, other: string) => IdPair {
  const known = new Map<string, IdPair>();
  return (one, other) => {
    const key = `${one};${other}`;
    let pair = known.get(key);
    if (pair === undefined) known.set(key, (pair = { one, other }));
    return pair;
  };
}

/** The numbers of a row as JavaScript would write them (PostgreSQL changes to exponents earlier), with the elevation or without. */
export function numberCells(numbers: string, seesElevation: boolean): string {
  // Most are quickly found to be plain; a regular expression takes as long as the rest of a row.
  const isPlain = !numbers.includes("e") && (!numbers.includes("-0") || !/-0(?:,|$)/.test(numbers));
  if (isPlain && seesElevation) return numbers;
  const cells = numbers.split(",");
  if (!seesElevation) cells.splice(2, 1);
  return (isPlain ? cells : cells.map((text) => (text === "" ? "" : String(Number(text))))).join(",");
}
