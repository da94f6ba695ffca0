/** A sprite's rectangle in the atlas, device pixels. */
export interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Held {
  cell: Cell;
  slot: Slot;
  usedAt: number;
}
/** A place for sprites of about the same size, one after the other. */
interface Slot {
  x: number;
  y: number;
}
interface Shelf {
  /** The free slots of one size, `width` × `height`. */
  free: Slot[];
}
/** A sprite that is drawn but not in the texture yet. */
interface Waiting {
  cell: Cell;
  canvas: HTMLCanvasElement;
  /** Whether another sprite was in its slot before. */
  isReused: boolean;
}

const minSidePx = 1024;
const gapPx = 1;
const stepPx = 8;
export const noCell: Cell = { x: 0, y: 0, width: 0, height: 0 };

export type SpriteAtlas = ReturnType<typeof spriteAtlas>;

/**
 * All sprites in one texture, each drawn when first requested. A full texture grows up to `maxSidePx`; after that the
 * least recently used sprites make room, so that a wall display does not fill the memory in weeks.
 */
export function spriteAtlas(maxSidePx: number) {
  let sidePx = Math.min(minSidePx, maxSidePx);
  let held = new Map<string, Held>();
  let shelves = new Map<string, Shelf>();
  let usedRows = 0;
  let generation = 0;
  let use = 0;
  let waiting: Waiting[] = [];
  // After a reset sprites are elsewhere, and remains of earlier ones would show at their edges.
  let isWiped = true;
  let texture: WebGLTexture | null = null;
  let textureSide = 0;

  const reset = (): void => {
    held = new Map();
    shelves = new Map();
    usedRows = 0;
    waiting = [];
    isWiped = false;
    generation++;
  };

  const slotFor = (width: number, height: number): { slot: Slot; isReused: boolean } | null => {
    const key = `${width}x${height}`;
    const shelf = shelves.get(key) ?? { free: [] };
    shelves.set(key, shelf);
    if (shelf.free.length === 0 && usedRows + height <= sidePx) {
      for (let x = 0; x + width <= sidePx; x += width) shelf.free.push({ x, y: usedRows });
      usedRows += height;
    }
    const slot = shelf.free.pop();
    if (slot !== undefined) return { slot, isReused: false };
    // The least recently used sprite of this size, if this picture does not need it.
    let oldest: [string, Held] | null = null;
    for (const entry of held)
      if (sizeKey(entry[1].cell) === key && entry[1].usedAt < (oldest?.[1].usedAt ?? use)) oldest = entry;
    if (oldest === null) return null;
    held.delete(oldest[0]);
    waiting = waiting.filter(({ cell }) => cell !== oldest[1].cell);
    return { slot: oldest[1].slot, isReused: true };
  };

  return {
    sidePx: (): number => sidePx,
    /** Changes when cells returned earlier are no longer valid. */
    generation: (): number => generation,
    /** How many sprites it holds. */
    size: (): number => held.size,
    /** A new picture begins: only the sprites that it requests are in use. */
    begin(): void {
      use++;
    },
    /** The cell of a sprite; `make` draws it if the atlas does not have it. */
    cell(name: string, make: () => HTMLCanvasElement): Cell {
      const known = held.get(name);
      if (known !== undefined) {
        known.usedAt = use;
        return known.cell;
      }
      const canvas = make();
      const [width, height] = [roundedUp(canvas.width), roundedUp(canvas.height)];
      if (width > maxSidePx || height > maxSidePx) return noCell;
      let found = slotFor(width, height);
      if (found === null) {
        if (sidePx < maxSidePx) sidePx *= 2;
        reset();
        found = slotFor(width, height);
      }
      if (found === null) return noCell;
      const cell = { x: found.slot.x, y: found.slot.y, width: canvas.width, height: canvas.height };
      held.set(name, { cell, slot: found.slot, usedAt: use });
      waiting.push({ cell, canvas, isReused: found.isReused });
      return cell;
    },
    /** Forgets every sprite: fonts have loaded, or the scheme has changed. */
    reset,
    /** Binds the texture to the first unit, with every sprite in it. */
    bind(gl: WebGL2RenderingContext): void {
      gl.activeTexture(gl.TEXTURE0);
      texture ??= gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      if (textureSide !== sidePx || (!isWiped && waiting.length > 0)) {
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, sidePx, sidePx, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
        for (const [parameter, value] of [
          [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
          [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
          [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
          [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
        ] as const)
          gl.texParameteri(gl.TEXTURE_2D, parameter, value);
        textureSide = sidePx;
        isWiped = true;
      }
      if (waiting.length === 0) return;
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
      gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
      for (const { cell, canvas, isReused } of waiting) {
        if (isReused) wipe(gl, cell);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, cell.x, cell.y, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
      }
      waiting = [];
    },
    /** The context is gone or about to go. */
    release(gl: WebGL2RenderingContext | null): void {
      gl?.deleteTexture(texture);
      texture = null;
      textureSide = 0;
      reset();
    },
  };
}

/** Clears the whole slot of a cell: the previous sprite may have been larger. */
function wipe(gl: WebGL2RenderingContext, { x, y, width, height }: Cell): void {
  const [wide, high] = [roundedUp(width), roundedUp(height)];
  gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, wide, high, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4 * wide * high));
}

// With a gap, so that neighbours do not show at the edges.
function roundedUp(px: number): number {
  return Math.ceil((px + gapPx) / stepPx) * stepPx;
}

function sizeKey({ width, height }: Cell): string {
  return `${roundedUp(width)}x${roundedUp(height)}`;
}
