import { describe, expect, it } from "vitest";
import { corners, file, recording, run } from "./testFiles.ts";

/** The rows of a ring, each after the names of its floor or room. */
const rows = (names: string, ring: string): string[] => ring.split(" ").map((corner) => `${names},${corner}`);

/** Runs `pulse locate` with a floor or a room of this ring. */
function locateWith(kind: "outlines" | "rooms", ring: string) {
  const { anchors, observations } = recording();
  const floor = rows("0", ring);
  const lines = kind === "outlines" ? ["floor,x_m,y_m", ...floor] : ["floor,name,x_m,y_m", ...rows("0,Hall", ring)];
  return run("--anchors", anchors, "--observations", observations, `--${kind}`, file(`${kind}.csv`, lines));
}

describe.each([
  ["outlines", "outlines.csv: the outline of floor 0"],
  ["rooms", "rooms.csv: room Hall of floor 0"],
] as const)("a ring in --%s", (kind, name) => {
  it.each([
    ["a bow tie", "0,0 20,20 20,0 0,20", "crosses or touches itself"],
    ["a bow tie with unequal halves", "0,0 20,20 20,0 0,9", "crosses or touches itself"],
    ["a ring that touches itself", "0,0 10,0 5,5 10,10 0,10 5,5", "crosses or touches itself"],
    ["a ring with a spike", "0,0 10,0 10,10 15,10 4,10 0,10", "crosses or touches itself"],
    ["two corners", "0,0 10,0", "has 2 different corners and needs three"],
    ["three corners of which two are equal", "0,0 10,0 0,0", "has 2 different corners and needs three"],
    ["one corner again and again", "5,5 5,5 5,5 5,5", "has 1 different corner and needs three"],
    ["corners on one line", "0,0 10,10 20,20", "encloses nothing"],
    ["corners on one line, there and back", "0,0 10,10 20,20 5,5", "encloses nothing"],
    ["a sliver", "0,0 10,0 10,0.001", "encloses nothing"],
  ])("a ring that a CSV file draws is refused if it is %s", async (_, ring, why) => {
    const { code, out, err } = await locateWith(kind, ring);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(/^pulse locate: .*\n$/);
    expect(err).toContain(`${name} ${why}`);
  });

  it("a ring that a CSV file draws may be closed, turn either way and repeat a corner", async () => {
    const { code, out } = await locateWith(kind, "0,0 10,0 10,10 0,10");
    expect(code).toBe(0);
    for (const same of ["0,0 10,0 10,10 0,10 0,0", "0,0 0,10 10,10 10,0", "0,0 10,0 10,0 10,10 0,10 0,0 0,0"])
      expect(await locateWith(kind, same)).toEqual({ code: 0, out, err: "" });
  });
});

it("an error in one of several floors or rooms names that one", async () => {
  const { observations } = recording();
  const anchors = file("anchors.csv", [...corners, "e,5,5,2,01"]);
  const square = "0,0 10,0 10,10 0,10";
  const bowTie = "0,0 10,10 10,0 0,10";
  const outlines = file("outlines.csv", ["floor,x_m,y_m", ...rows("0", square), ...rows("01", bowTie)]);
  const rooms = file("rooms.csv", ["floor,name,x_m,y_m", ...rows("0,Shop", square), ...rows("01,Shop", bowTie)]);
  const files = ["--anchors", anchors, "--observations", observations];
  expect((await run(...files, "--outlines", outlines)).err).toContain("the outline of floor 1 crosses");
  expect((await run(...files, "--rooms", rooms)).err).toContain("room Shop of floor 1 crosses");
});
