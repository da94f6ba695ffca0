import { describe, expect, it } from "vitest";
import { file, recording, run } from "./testFiles.ts";

describe("rooms", () => {
  const hall = ["0,North,0,5", "0,North,10,5", "0,North,10,10", "0,North,0,10"];
  const yard = ["0,South,0,0", "0,South,10,0", "0,South,10,5", "0,South,0,5"];

  it("are named with their probability, the likeliest of each fix", async () => {
    const { anchors, observations } = recording();
    const rooms = file("rooms.csv", ["floor,name,x_m,y_m", ...hall, ...yard]);
    const { code, out } = await run("--anchors", anchors, "--observations", observations, "--rooms", rooms);
    const [header, ...lines] = out.trim().split("\n");
    expect(code).toBe(0);
    expect(header).toMatch(/,mechanism,room,room_probability$/);
    const last = (tag: string): string[] =>
      lines
        .findLast((line) => line.includes(`,${tag},`))!
        .split(",")
        .slice(-2);
    expect(last("near")[0]).toBe("South");
    expect(last("far")[0]).toBe("North");
    for (const tag of ["near", "far"]) {
      expect(Number(last(tag)[1])).toBeGreaterThan(0.6);
      expect(Number(last(tag)[1])).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [["floor,name,x_m,y_m", "0,North,0,0", "0,North,10,0"], "room North has 2 corners, a room needs three"],
    [
      ["floor,name,x_m,y_m", "3,Attic,0,0", "3,Attic,9,0", "3,Attic,9,9"],
      "room Attic is on floor 3, where no anchor is",
    ],
  ])("that are nowhere are refused: %j", async (rows, why) => {
    const { anchors, observations } = recording();
    const rooms = file("rooms.csv", rows);
    const { code, err } = await run("--anchors", anchors, "--observations", observations, "--rooms", rooms);
    expect(code).toBe(1);
    expect(err).toContain(why);
  });
});
