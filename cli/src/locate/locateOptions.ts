import { parseArgs } from "node:util";
import { InputError } from "./csvTable.ts";

/** The text of `pulse locate --help`. */
export const HELP = `pulse locate: runs the live positioning engine over recorded files.

  pulse locate --anchors anchors.csv --observations observations.csv [options]

  --anchors FILE            anchor_id,x_m,y_m,z_m,floor[,alpha,beta,gamma,measured_power_dbm]
  --observations FILE       t_s,tag_id,anchor_id,rssi_dbm[,received_s]; a tag_id is one session, its time may start anywhere;
                            received_s: when the gateway handed it over (default: at t_s)
  --angles FILE             t_s,tag_id,anchor_id,azimuth_deg,elevation_deg,sd_deg: directions in which anchors heard tags;
                            azimuth clockwise from the y axis, elevation above the horizon (may be empty)
  --ranges FILE             t_s,tag_id,anchor_id,range_m,sd_m: measured distances
                            (with --angles or --ranges, --observations may be left out)
  --outlines FILE           floor,x_m,y_m[,level,elevation_m]: corners of each floor in order; default: the area
                            around its anchors
  --rooms FILE              floor,name,x_m,y_m: corners of each room in order; adds room,room_probability to the fixes
  --out FILE                output file: t_s,tag_id,x_m,y_m,floor,accuracy_m,accuracy95_m,mechanism,moving;
                            moving: true, false, or empty where it is not known
                            (default: standard output, unless --evaluate is given)
  --evaluate FILE           t_s,tag_id,x_m,y_m,floor: ground truth; prints the errors
  --calibration-observations FILE, --calibration-truth FILE
                            observations and ground truth of other tags, to calibrate the site first
  --smooth                  use the whole session for each fix, later observations included (not live)
  --mechanism NAME          TRILATERATED (default) or ANCHORED
  --interval-s N            seconds between fixes of a tag (default 1)
  --window-s N              use exactly the last N seconds (default: by packets and age)
  --tag-z-m N               height of the tags above the floor (default 1.2)
  --sessions FILE           tag_id,split[,kind,make,…]; for --split and for errors by kind; make: tags of one make are
                            about as strong as each other, and a survey speaks for the makes it was walked with
  --split NAME              locate only the tags in this split
  --help                    show this help
`;

const OPTIONS = {
  anchors: { type: "string" },
  observations: { type: "string" },
  angles: { type: "string" },
  ranges: { type: "string" },
  outlines: { type: "string" },
  rooms: { type: "string" },
  out: { type: "string" },
  evaluate: { type: "string" },
  mechanism: { type: "string", default: "TRILATERATED" },
  "interval-s": { type: "string", default: "1" },
  "window-s": { type: "string" },
  "tag-z-m": { type: "string" },
  sessions: { type: "string" },
  split: { type: "string" },
  "calibration-observations": { type: "string" },
  "calibration-truth": { type: "string" },
  smooth: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const NEGATIVE = /^-[\d.]/;

/** The command line's options; throws `InputError` for unknown ones. */
export function readOptions(args: string[]) {
  try {
    return parseArgs({ args: joined(args), options: OPTIONS, allowPositionals: false, strict: true }).values;
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new InputError(`${line} (see --help)`);
  }
}

/** The options of the command line. */
export type Options = ReturnType<typeof readOptions>;

/** Joins a negative number to its option, because the parser would take it for another option. */
function joined(args: readonly string[]): string[] {
  const out: string[] = [];
  for (const arg of args) {
    const before = out.at(-1);
    if (NEGATIVE.test(arg) && before !== undefined && /^--[^=]+$/.test(before))
      out[out.length - 1] = `${before}=${arg}`;
    else out.push(arg);
  }
  return out;
}

/** The path in a required option. */
export function needed(name: string, value: string | undefined): string {
  if (value === undefined) throw new InputError(`--${name} FILE is needed (see --help)`);
  return value;
}

/** The number in an option, within its bounds. */
export function positive(name: string, text: string, min: number, max: number): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value >= min && value <= max)) {
    throw new InputError(`--${name} is a number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}
