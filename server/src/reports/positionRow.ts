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
  const [asset, tracker, floor, gateway] = [repeated(), repeated(), repeated(), repeated()];
  return lines.map(({ line }) => {
    const values = line.split(";");
    return {
      start_s: Number(values[0]),
      end_s: Number(values[1]),
      asset_id: asset(values[2]!),
      tracker_id: tracker(values[3]!),
      floor_id: floor(values[4]!) || null,
      nearest_hardware_id: gateway(values[5]!) || null,
      numbers: values[6]!,
      room: values.length > 7 ? values.slice(7).join(";") : null,
    };
  });
}

/** The same text object for equal texts that follow each other: it is hashed once, and compared at a glance. */
function repeated(): (text: string) => string {
  let last = "";
  return (text) => (text === last ? last : (last = text));
}

/** The numbers of a row as JavaScript would write them (PostgreSQL changes to exponents earlier), with the elevation or without. */
export function numberCells(numbers: string, seesElevation: boolean): string {
  const isPlain = !/e|-0(?:,|$)/.test(numbers);
  if (isPlain && seesElevation) return numbers;
  const cells = numbers.split(",");
  if (!seesElevation) cells.splice(2, 1);
  return (isPlain ? cells : cells.map((text) => (text === "" ? "" : String(Number(text))))).join(",");
}
