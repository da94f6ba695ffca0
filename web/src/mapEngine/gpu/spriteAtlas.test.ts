import { describe, expect, it } from "vitest";
import { spriteAtlas } from "./spriteAtlas.ts";

describe("the sprites' texture", () => {
  const sprite = (side: number) => () => ({ width: side, height: side }) as HTMLCanvasElement;

  it("the sprites' texture stays within its size limit, however many sprites a wall display has shown", () => {
    const atlas = spriteAtlas(1024);
    for (let picture = 0; picture < 50; picture++) {
      atlas.begin();
      for (let nth = 0; nth < 100; nth++) atlas.cell(`${picture}/${nth}`, sprite(60));
    }
    expect(atlas.sidePx()).toBe(1024);
    expect(atlas.size()).toBeLessThanOrEqual(256);
    expect(atlas.generation()).toBe(0);
  });

  it("the sprites' texture replaces only sprites that the current picture does not show", () => {
    const atlas = spriteAtlas(1024);
    atlas.begin();
    const kept = atlas.cell("kept", sprite(250));
    for (let picture = 0; picture < 40; picture++) {
      atlas.begin();
      expect(atlas.cell("kept", sprite(250))).toEqual(kept);
      atlas.cell(`other ${picture}`, sprite(250));
    }
  });

  it("the sprites' texture grows before it drops sprites", () => {
    const atlas = spriteAtlas(4096);
    atlas.begin();
    for (let nth = 0; nth < 400; nth++) atlas.cell(String(nth), sprite(60));
    expect(atlas.sidePx()).toBe(2048);
  });

  it("the sprites' texture leaves nothing of an earlier sprite at the edge of a new one, nor after a reset", () => {
    const atlas = spriteAtlas(1024);
    const texture = textureOf(1024);
    for (let picture = 0; picture < 17; picture++) {
      atlas.begin();
      atlas.cell(`large ${picture}`, sprite(255));
      atlas.bind(texture.gl);
    }
    atlas.begin();
    const inItsPlace = atlas.cell("smaller", sprite(250));
    atlas.bind(texture.gl);
    expect(texture.isInked(inItsPlace.x + 249, inItsPlace.y)).toBe(true);
    expect(texture.isInked(inItsPlace.x + 250, inItsPlace.y)).toBe(false);

    atlas.reset();
    atlas.begin();
    const first = atlas.cell("after the reset", sprite(30));
    atlas.bind(texture.gl);
    expect(texture.isInked(first.x + 29, first.y)).toBe(true);
    expect(texture.isInked(first.x + 30, first.y)).toBe(false);
  });
});

/** A texture that stores only whether each pixel is drawn on. */
function textureOf(sidePx: number): { gl: WebGL2RenderingContext; isInked(x: number, y: number): boolean } {
  const ink = new Uint8Array(sidePx * sidePx);
  const fill = (x: number, y: number, width: number, height: number, value: number): void => {
    for (let row = y; row < y + height; row++) ink.fill(value, row * sidePx + x, row * sidePx + x + width);
  };
  const gl = {
    createTexture: () => ({}),
    activeTexture: () => undefined,
    bindTexture: () => undefined,
    texParameteri: () => undefined,
    pixelStorei: () => undefined,
    texImage2D: () => ink.fill(0),
    texSubImage2D(_target: number, _level: number, x: number, y: number, ...rest: unknown[]) {
      if (rest.length === 5) fill(x, y, Number(rest[0]), Number(rest[1]), 0);
      else {
        const { width, height } = rest[2] as HTMLCanvasElement;
        fill(x, y, width, height, 1);
      }
    },
  };
  return { gl: gl as unknown as WebGL2RenderingContext, isInked: (x, y) => ink[y * sidePx + x] === 1 };
}
