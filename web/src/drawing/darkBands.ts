/** A picture by its brightness, row by row: 0 is black, 255 white. */
export interface GreyImage {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** A dark band from left to right, px; `end` and `bottom` are the first pixels behind it. */
export interface Band {
  start: number;
  end: number;
  top: number;
  bottom: number;
}

/** Walls are drawn darker than this, furniture is not. */
const darkest = 140;
/** Two rows are the same band if they share this much of the longer one. */
const sharedShare = 0.8;

/** The dark bands of a picture that run from left to right over at least `minPx`. */
export function bandsOf({ width, height, grey }: GreyImage, minPx: number): Band[] {
  const done: Band[] = [];
  let open: Band[] = [];
  for (let y = 0; y < height; y++) {
    const next: Band[] = [];
    for (const run of runsOf(grey, y * width, width, minPx)) {
      const same = open.find((band) => isSame(band, run));
      if (same === undefined) next.push({ ...run, top: y, bottom: y + 1 });
      else {
        same.bottom = y + 1;
        same.start = Math.min(same.start, run.start);
        same.end = Math.max(same.end, run.end);
        next.push(same);
      }
    }
    done.push(...open.filter((band) => !next.includes(band)));
    open = [...new Set(next)];
  }
  return [...done, ...open];
}

type Run = Pick<Band, "start" | "end">;

/** The dark stretches of a row; a single bright pixel does not end one. */
function runsOf(grey: Uint8Array, offset: number, width: number, minPx: number): Run[] {
  const runs: Run[] = [];
  let start = -1;
  let last = -1;
  for (let x = 0; x <= width; x++) {
    if (x < width && grey[offset + x]! < darkest) {
      if (start < 0) start = x;
      last = x;
    } else if (start >= 0 && (x - last > 1 || x === width)) {
      if (last + 1 - start >= minPx) runs.push({ start, end: last + 1 });
      start = -1;
    }
  }
  return runs;
}

function isSame(band: Run, run: Run): boolean {
  const shared = Math.min(band.end, run.end) - Math.max(band.start, run.start);
  return shared >= sharedShare * Math.max(band.end - band.start, run.end - run.start);
}
