import { describe, expect, it } from "vitest";
import { spriteAtlas } from "./spriteAtlas.ts";

describe("the sprites' texture", () => {
  const sprite = (side: number) => () => ({ width: side, height: side }) as HTMLCanvasElement;

  it("stays as large as it may be, however many sprites a wall display has shown", () => {
    const atlas = spriteAtlas(1024);
    for (let picture = 0; picture < 50; picture++) {
      atlas.begin();
      for (let nth = 0; nth < 100; nth++) atlas.cell(`${picture}/${nth}`, sprite(60));
    }
    expect(atlas.sidePx()).toBe(1024);
    expect(atlas.size()).toBeLessThanOrEqual(256);
    expect(atlas.generation()).toBe(0);
  });

  it("gives away only what the picture in the making does not show", () => {
    const atlas = spriteAtlas(1024);
    atlas.begin();
    const kept = atlas.cell("kept", sprite(250));
    for (let picture = 0; picture < 40; picture++) {
      atlas.begin();
      expect(atlas.cell("kept", sprite(250))).toEqual(kept);
      atlas.cell(`other ${picture}`, sprite(250));
    }
  });

  it("grows before it forgets", () => {
    const atlas = spriteAtlas(4096);
    atlas.begin();
    for (let nth = 0; nth < 400; nth++) atlas.cell(String(nth), sprite(60));
    expect(atlas.sidePx()).toBe(2048);
  });
});
