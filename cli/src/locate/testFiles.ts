import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runLocate } from "./runLocate.ts";

/** Writes a file of these lines into a new folder, and returns its path. */
export function file(name: string, lines: readonly string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), "pulse-locate-")), name);
  writeFileSync(path, lines.join("\n") + "\n");
  return path;
}

/** Runs the command as a terminal would. */
export async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: (text: string) => (err += text) } };
  const code = await runLocate(args, io);
  return { code, out, err };
}

export const corners = ["anchor_id,x_m,y_m,z_m,floor", "a,0,0,2.5,0", "b,10,0,2.5,0", "c,10,10,,0", "d,0,10,,0"];

/** The paths of a recording's files. */
export type Recording = Record<"anchors" | "observations" | "truth" | "sessions", string>;

/** A tag at (2, 2) for six seconds and one at (8, 8) for three, with strengths by the default law. */
export function recording(): Recording {
  const lines = ["t_s,tag_id,anchor_id,rssi_dbm"];
  const tags: [string, number, number, number][] = [
    ["near", 2, 2, 6],
    ["far", 8, 8, 3],
  ];
  for (const [tag, x, y, seconds] of tags) {
    for (let t = 0; t <= seconds; t += 0.5) {
      for (const [anchor, ax, ay] of [
        ["a", 0, 0],
        ["b", 10, 0],
        ["c", 10, 10],
        ["d", 0, 10],
      ] as const) {
        lines.push(`${t},${tag},${anchor},${(-59 - 22 * Math.log10(Math.hypot(ax - x, ay - y, 1.3))).toFixed(1)}`);
      }
    }
  }
  return {
    anchors: file("anchors.csv", corners),
    observations: file("observations.csv", lines),
    truth: file("truth.csv", [
      "t_s,tag_id,x_m,y_m,floor",
      "0,near,2,2,0",
      "6,near,2,2,0",
      "0,far,8,8,0",
      "3,far,8,8,0",
    ]),
    sessions: file("sessions.csv", ["tag_id,split,kind", "near,test,static", "far,calibration,static"]),
  };
}
