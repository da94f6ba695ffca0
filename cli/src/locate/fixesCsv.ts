import type { FloorSpellings } from "./floorNames.ts";
import type { TagFix } from "./locateSessions.ts";

/**
 * fixes.csv: `t_s,tag_id,x_m,y_m,floor,accuracy_m,accuracy95_m,mechanism,moving` (true, false, or empty where it is not
 * known), and `room,room_probability` if rooms are given.
 * Floors are written as the site's files spell them.
 */
export function fixesCsv(fixes: readonly TagFix[], spellings: FloorSpellings, withRooms: boolean): string {
  const lines = fixes.map(({ tagId, fix }) =>
    [
      fix.atMs / 1000,
      cell(tagId),
      metres(fix.x),
      metres(fix.y),
      cell(spellings.get(fix.floor) ?? fix.floor),
      fix.accuracyM.toFixed(3),
      fix.accuracyOuterM.toFixed(3),
      fix.mechanism,
      fix.moving ?? "",
      ...(withRooms ? [fix.room ? cell(fix.room.id) : "", fix.room ? fix.room.probability.toFixed(3) : ""] : []),
    ].join(","),
  );
  const rooms = withRooms ? ",room,room_probability" : "";
  const header = `t_s,tag_id,x_m,y_m,floor,accuracy_m,accuracy95_m,mechanism,moving${rooms}`;
  return [header, ...lines].join("\n") + "\n";
}

/** To the millimetre; never "-0.000". */
function metres(value: number): string {
  const text = value.toFixed(3);
  return text === "-0.000" ? "0.000" : text;
}

function cell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
