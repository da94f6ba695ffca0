/** A stay of an asset. */
export interface PositionRow {
  /** s since 1970. */
  start_s: number;
  end_s: number;
  asset_id: string;
  tracker_id: string;
  floor_id: string | null;
  nearest_hardware_id: string | null;
  /** Latitude, longitude, elevation and accuracy as cells of a line: taking numbers apart and writing them takes long. */
  numbers: string;
  /** The room's name, if it is known. */
  room: string | null;
}

/**
 * Stays as the database tells them, each as one text, since a driver takes three times as long for eleven values: the
 * values in the order of PositionRow with semicolons between them, nothing for null. The room's name comes last, as it may
 * hold semicolons, and is left out if it is not known.
 */
export function positionRows(lines: readonly { line: string }[]): PositionRow[] {
  const [things, places] = [newPair(), newPair()];
  return lines.map(({ line }) => {
    const start = line.indexOf(";");
    const end = line.indexOf(";", start + 1);
    const place = readPair(things, line, end + 1);
    const at = readPair(places, line, place);
    const last = line.indexOf(";", at);
    return {
      start_s: Number(line.slice(0, start)),
      end_s: Number(line.slice(start + 1, end)),
      asset_id: things.one,
      tracker_id: things.other,
      floor_id: places.one || null,
      nearest_hardware_id: places.other || null,
      numbers: last < 0 ? line.slice(at) : line.slice(at, last),
      room: last < 0 ? null : line.slice(last + 1),
    };
  });
}

/** Two values of the row before, most often those of the next one too: they are compared at a glance and not made anew. */
interface Pair {
  text: string;
  one: string;
  other: string;
}

const newPair = (): Pair => ({ text: " ", one: "", other: "" });

/** Reads two values from `at` on, and answers where the next begins. */
function readPair(pair: Pair, line: string, at: number): number {
  if (!line.startsWith(pair.text, at)) {
    const middle = line.indexOf(";", at);
    const end = line.indexOf(";", middle + 1);
    pair.text = line.slice(at, end + 1);
    pair.one = line.slice(at, middle);
    pair.other = line.slice(middle + 1, end);
  }
  return at + pair.text.length;
}

/** The numbers of a row as JavaScript would write them (PostgreSQL changes to exponents earlier), with the elevation or without. */
export function numberCells(numbers: string, seesElevation: boolean): string {
  const isPlain = !/e|-0(?:,|$)/.test(numbers);
  if (isPlain && seesElevation) return numbers;
  const cells = numbers.split(",");
  if (!seesElevation) cells.splice(2, 1);
  return (isPlain ? cells : cells.map((text) => (text === "" ? "" : String(Number(text))))).join(",");
}
