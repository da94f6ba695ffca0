import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readAnchors } from "./recordings.ts";
import { corners, file, recording, run } from "./testFiles.ts";

/** A file's rows with the last cell spelled differently. */
const respelled = (rows: readonly string[], floor: string): string[] =>
  rows.map((row, at) => (at ? row.replace(/[^,]*$/, floor) : row));

it.each(["0.0", "00", "-0", "+0."])("the floor %s of a truth is read as the anchors' floor 0", async (floor) => {
  const { anchors, observations, truth } = recording();
  const files = ["--anchors", anchors, "--observations", observations, "--evaluate"];
  const other = file("truth.csv", respelled(readFileSync(truth, "utf8").trim().split("\n"), floor));
  expect((await run(...files, other)).out).toBe((await run(...files, truth)).out);
});

it("floors are printed as the anchors' file spells them, even where rooms and outlines spell them differently", async () => {
  const { anchors, observations } = recording();
  const shape = ["0,0", "10,0", "10,10", "0,10"];
  const drawn = (floor: string): string[] => [
    "--outlines",
    file("outlines.csv", ["floor,x_m,y_m", ...shape.map((corner) => `${floor},${corner}`)]),
    "--rooms",
    file("rooms.csv", ["floor,name,x_m,y_m", ...shape.map((corner) => `${floor},Hall,${corner}`)]),
  ];
  const pandas = file("pandas.csv", respelled(corners, "0.0"));
  const plain = (await run("--anchors", anchors, "--observations", observations, ...drawn("0"))).out;
  const { code, out } = await run("--anchors", pandas, "--observations", observations, ...drawn("0"));
  expect(code).toBe(0);
  expect(out).toContain(",0.0,");
  expect(out.replaceAll(",0.0,", ",0,")).toBe(plain);
});

it("the engine gets the same number for a floor however it is written", () => {
  const levels = ["1.0", "01", "1e0", "-2.00", "Ground", "1.0b"].map((floor, at) => `${at},${at},0,2.5,${floor}`);
  const read = readAnchors(file("levels.csv", ["anchor_id,x_m,y_m,z_m,floor", ...levels]));
  expect(read.map(({ floor }) => floor)).toEqual(["1", "1", "1", "-2", "Ground", "1.0b"]);
});

it("the floors of a truth that the site does not have are named", async () => {
  const { anchors, observations, truth } = recording();
  const other = file("truth.csv", respelled(readFileSync(truth, "utf8").trim().split("\n"), "Ground"));
  const { code, err } = await run("--anchors", anchors, "--observations", observations, "--evaluate", other);
  expect(code).toBe(0);
  expect(err).toBe("pulse locate: the truth tells of floor Ground, which the site does not have\n");
});
