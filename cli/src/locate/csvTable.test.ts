import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, recording, run } from "./testFiles.ts";

const lines = (path: string): string[] => readFileSync(path, "utf8").trim().split("\n");

describe("accepts in a CSV file:", () => {
  it.each<[string, (rows: string[]) => string[]]>([
    ["rows of nothing but commas", (rows) => [...rows, ",,,", " , ,,"]],
    ["a comma at the end of rows", (rows) => rows.map((row, at) => (at ? `${row},` : row))],
    ["blank lines before the header", (rows) => ["", ",,,", ...rows]],
    ["capitals in the header", ([header = "", ...rows]) => [header.toUpperCase(), ...rows]],
    ["semicolons between cells", (rows) => rows.map((row) => row.replaceAll(",", ";"))],
    ["semicolons and empty rows", (rows) => [";;;", ...rows.map((row) => row.replaceAll(",", ";")), ";;;"]],
  ])("a CSV file may have %s", async (_, left) => {
    const { anchors, observations } = recording();
    const whole = await run("--anchors", anchors, "--observations", observations);
    const other = file("other.csv", left(lines(observations)));
    expect(await run("--anchors", file("sites.csv", left(lines(anchors))), "--observations", other)).toEqual(whole);
  });

  it("a name between commas in a CSV file may contain a semicolon", async () => {
    const { observations } = recording();
    const named = file(
      "named.csv",
      lines(observations).map((row) => row.replace("near", '"a;b"')),
    );
    const { out } = await run("--anchors", recording().anchors, "--observations", named);
    expect(out).toContain("\n6,a;b,");
  });
});

it("a CSV file whose quotation mark is never closed is refused in one line", async () => {
  const { anchors } = recording();
  const open = file("open.csv", ["t_s,tag_id,anchor_id,rssi_dbm", '0,"t,a,-60']);
  const { code, err } = await run("--anchors", anchors, "--observations", open);
  expect(code).toBe(1);
  expect(err).toBe(`pulse locate: ${open}: a quotation mark is never closed\n`);
});

it("a CSV file with more cells in a row than in the header is refused", async () => {
  const { anchors } = recording();
  const more = file("more.csv", ["t_s,tag_id,anchor_id,rssi_dbm", "0,t,a,-60,,7"]);
  const { code, err } = await run("--anchors", anchors, "--observations", more);
  expect(code).toBe(1);
  expect(err).toContain("more.csv, line 2: 6 cells where the header has 4");
});

it.each(["NA", "n/a", "null", "None", "-", "inf", "-Infinity"])(
  "a strength of %s in a CSV file counts as missing",
  async (nothing) => {
    const { anchors, observations } = recording();
    const gaps = file("gaps.csv", [...lines(observations), `0.5,near,a,${nothing}`]);
    const { out, err } = await run("--anchors", anchors, "--observations", gaps);
    expect(out).toBe((await run("--anchors", anchors, "--observations", observations)).out);
    expect(err).toBe("pulse locate: 1 observations without a strength left out\n");
  },
);

it("a strength of 0 dBm in a CSV file counts as missing, with a note", async () => {
  const { anchors, observations } = recording();
  const zeros = file("zeros.csv", [...lines(observations), "0.5,near,a,0", "1.5,near,b,-0.0", "2.5,far,c,127"]);
  const { out, err } = await run("--anchors", anchors, "--observations", zeros);
  expect(out).toBe((await run("--anchors", anchors, "--observations", observations)).out);
  expect(err).toBe("pulse locate: 3 observations outside -127…20 dBm or of 0, which is written for none, left out\n");
});

it.each(["utf16le", "utf16be"])("one line reports that a CSV file is %s", async (encoding) => {
  const { anchors, observations } = recording();
  const path = join(mkdtempSync(join(tmpdir(), "pulse-locate-")), "wide.csv");
  const wide = Buffer.from(`\uFEFF${readFileSync(observations, "utf8")}`, "utf16le");
  writeFileSync(path, encoding === "utf16be" ? wide.swap16() : wide);
  const { code, err } = await run("--anchors", anchors, "--observations", path);
  expect(code).toBe(1);
  expect(err).toBe(`pulse locate: ${path} is written in UTF-16; save it as UTF-8\n`);
});
