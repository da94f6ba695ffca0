import { describe, expect, it } from "vitest";
import { corners, file, run } from "./testFiles.ts";

/** Anchors of the corners whose files are `a` at (0, 0), `b` at (10, 0), `c` at (10, 10) and `d` at (0, 10). */
const places = { a: [0, 0], b: [10, 0], c: [10, 10], d: [0, 10] } as const;
type Anchor = keyof typeof places;
const anchors = Object.keys(places) as Anchor[];
const tag = { x: 3, y: 6 };
const degrees = 180 / Math.PI;

/** Clockwise from the plan's y axis. */
const azimuth = (anchor: Anchor): number => degrees * Math.atan2(tag.x - places[anchor][0], tag.y - places[anchor][1]);
const range = (anchor: Anchor): number => Math.hypot(tag.x - places[anchor][0], tag.y - places[anchor][1], 1.3);

/** A file with a row of each anchor for each half second of five. */
function measured(name: string, header: string, cells: (anchor: Anchor) => string, of: readonly Anchor[]): string {
  const seconds = Array.from({ length: 10 }, (_, half) => half / 2);
  return file(name, [header, ...seconds.flatMap((t) => of.map((anchor) => `${t},crate,${anchor},${cells(anchor)}`))]);
}
const angleHeader = "t_s,tag_id,anchor_id,azimuth_deg,elevation_deg,sd_deg";
const rangeHeader = "t_s,tag_id,anchor_id,range_m,sd_m";
const angles = (of: readonly Anchor[] = anchors, turn = 0): string =>
  measured("angles.csv", angleHeader, (anchor) => `${(azimuth(anchor) + turn).toFixed(2)},,5`, of);
const ranges = (of: readonly Anchor[] = anchors): string =>
  measured("ranges.csv", rangeHeader, (anchor) => `${range(anchor).toFixed(2)},0.3`, of);

/** Where the last fix is, and how far that is from the tag, m. */
async function lastError(...args: string[]): Promise<number> {
  const { out, err } = await run("--anchors", file("anchors.csv", corners), ...args);
  expect(err).toBe("");
  const [, , x, y] = out.trim().split("\n").at(-1)!.split(",");
  return Math.hypot(Number(x) - tag.x, Number(y) - tag.y);
}

describe("pulse locate over angles and ranges", () => {
  it("angles alone locate a tag that has no observations of strength, one fix a second", async () => {
    expect(await lastError("--angles", angles())).toBeLessThan(0.5);
    const { out } = await run("--anchors", file("anchors.csv", corners), "--angles", angles());
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => line.split(",").slice(0, 2).join(" ")),
    ).toEqual(["t_s tag_id", "1 crate", "2 crate", "3 crate", "4 crate"]);
  });

  it("ranges alone locate a tag", async () => {
    expect(await lastError("--ranges", ranges())).toBeLessThan(0.5);
  });

  it("an angle and a range of a single anchor locate a tag", async () => {
    expect(await lastError("--angles", angles(["a"]), "--ranges", ranges(["a"]))).toBeLessThan(1);
  });

  it("angles improve the place that strengths alone give", async () => {
    const wrong = measured(
      "o.csv",
      "t_s,tag_id,anchor_id,rssi_dbm",
      (anchor) => (anchor === "b" ? "-60" : "-75"),
      anchors,
    );
    const alone = await lastError("--observations", wrong);
    expect(await lastError("--observations", wrong, "--angles", angles())).toBeLessThan(alone / 2);
  });

  it("an azimuth beyond a full turn is the same direction", async () => {
    expect(await lastError("--angles", angles(anchors, 720))).toBeLessThan(0.5);
  });

  it("a standard deviation may be missing, as a column or a cell", async () => {
    const bare = measured("r.csv", "t_s,tag_id,anchor_id,range_m", (anchor) => range(anchor).toFixed(2), anchors);
    expect(await lastError("--ranges", bare)).toBeLessThan(1);
    const empty = measured("r.csv", rangeHeader, (anchor) => `${range(anchor).toFixed(2)},`, anchors);
    expect(await lastError("--ranges", empty)).toBeLessThan(1);
  });

  it("impossible measurements and those of unknown anchors are left out, and said", async () => {
    const path = file("ranges.csv", [
      rangeHeader,
      "0,crate,a,-1,0.3",
      "0,crate,a,3,0",
      "0,crate,x,3,1",
      "0,crate,b,3,1",
    ]);
    const { code, err } = await run("--anchors", file("anchors.csv", corners), "--ranges", path);
    expect(code).toBe(0);
    expect(err).toContain("2 impossible measurements left out");
    expect(err).toContain("anchors that anchors.csv does not know (x) left out");
  });

  it("a cell that is no number is refused by its place", async () => {
    const path = file("angles.csv", [angleHeader, "0,crate,a,north,,5"]);
    const { code, err } = await run("--anchors", file("anchors.csv", corners), "--angles", path);
    expect(code).toBe(1);
    expect(err).toMatch(/angles\.csv, line 2, column azimuth_deg: "north" is not a number/);
  });

  it("a file without a measurement that can be used is refused", async () => {
    const path = file("angles.csv", [angleHeader]);
    const { code, err } = await run("--anchors", file("anchors.csv", corners), "--angles", path);
    expect(code).toBe(1);
    expect(err).toMatch(/angles\.csv holds no observation of a tag to locate/);
  });
});
