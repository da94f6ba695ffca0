import { describe, expect, it } from "vitest";
import { corners, file, recording, run } from "./testFiles.ts";

describe("rooms", () => {
  const hall = ["0,North,0,5", "0,North,10,5", "0,North,10,10", "0,North,0,10"];
  const yard = ["0,South,0,0", "0,South,10,0", "0,South,10,5", "0,South,0,5"];

  it("each fix names its most likely room, with its probability", async () => {
    const { anchors, observations } = recording();
    const rooms = file("rooms.csv", ["floor,name,x_m,y_m", ...hall, ...yard]);
    const { code, out } = await run("--anchors", anchors, "--observations", observations, "--rooms", rooms);
    const [header, ...lines] = out.trim().split("\n");
    expect(code).toBe(0);
    expect(header).toMatch(/,mechanism,moving,room,room_probability$/);
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

  it("a fix names no room where rooms cover only part of the floor and the tracker is probably in none", async () => {
    const { anchors, observations } = recording();
    const files = ["--anchors", anchors, "--observations", observations, "--rooms"];
    const away = ["0,Shed,1000,1000", "0,Shed,1010,1000", "0,Shed,1010,1010"];
    const closet = ["0,Closet,1,1", "0,Closet,3,1", "0,Closet,3,3", "0,Closet,1,3"];
    const { out } = await run(...files, file("rooms.csv", ["floor,name,x_m,y_m", ...closet, ...away]));
    expect(out).not.toContain("Shed");
    expect(out).not.toMatch(/far,.*Closet/);
    expect(out).not.toMatch(/,[01]\.000$/m);
  });

  it("the rooms follow the smoothed places when a session is smoothed", async () => {
    const { anchors } = recording();
    const heard = Array.from({ length: 60 }, (_, at) => {
      const x = 1 + at / 7.5;
      return corners.slice(1).map((row) => {
        const [anchor, ax, ay] = row.split(",");
        const rssi = -59 - 22 * Math.log10(Math.hypot(Number(ax) - x, Number(ay) - 4, 1.3));
        return `${at / 4},walker,${anchor},${(rssi + 3 * Math.sin(7 * at + Number(ax))).toFixed(1)}`;
      });
    }).flat();
    const west = ["0,West,-5,-5", "0,West,5,-5", "0,West,5,15", "0,West,-5,15"];
    const east = west.map((corner) => corner.replace("West,-5", "East,15").replace("West", "East"));
    const { out } = await run(
      "--anchors",
      anchors,
      "--observations",
      file("walk.csv", ["t_s,tag_id,anchor_id,rssi_dbm", ...heard]),
      "--rooms",
      file("rooms.csv", ["floor,name,x_m,y_m", ...west, ...east]),
      "--smooth",
    );
    const rows = out.trim().split("\n").slice(1);
    const names = rows.map((row) => row.split(",").at(-2));
    expect(new Set(names)).toEqual(new Set(["West", "East"]));
    expect(names).toEqual(rows.map((row) => (Number(row.split(",")[2]) < 5 ? "West" : "East")));
  });

  it.each([
    [
      ["floor,name,x_m,y_m", "0,North,0,0", "0,North,10,0"],
      "room North of floor 0 has 2 different corners and needs three",
    ],
    [
      ["floor,name,x_m,y_m", "3,Attic,0,0", "3,Attic,9,0", "3,Attic,9,9"],
      "room Attic is on floor 3, where no anchor is",
    ],
  ])("rooms with too few corners or on an unknown floor are refused: %j", async (rows, why) => {
    const { anchors, observations } = recording();
    const rooms = file("rooms.csv", rows);
    const { code, err } = await run("--anchors", anchors, "--observations", observations, "--rooms", rooms);
    expect(code).toBe(1);
    expect(err).toContain(why);
  });
});
