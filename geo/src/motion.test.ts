import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Motion, motionAfter, type TimedPlace, noMotion } from "./motion.ts";

const metre = 1 / 111_195;
/** Metres east and north of a place, and how many seconds after the last one it was seen. */
type Step = readonly [x: number, y: number, afterS: number];
const seen = ([x, y]: Step, atMs: number, floorId = "1"): TimedPlace => ({
  lat: y * metre,
  lon: x * metre,
  floorId,
  atMs,
});

/** The motion after each of these places. */
function follow(places: readonly Step[]): Motion[] {
  let atMs = 0;
  let from: TimedPlace | null = null;
  let motion = noMotion;
  return places.map((place) => {
    atMs += place[2] * 1000;
    const to = seen(place, atMs);
    motion = motionAfter(motion, from, to);
    from = to;
    return motion;
  });
}
const walk = (eastMps: number, northMps: number, everyS: number, seconds = 20): Step[] =>
  Array.from({ length: seconds / everyS + 1 }, (_, nth) => [nth * everyS * eastMps, nth * everyS * northMps, everyS]);
const difference = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180);

const offset = fc.double({ min: -0.34, max: 0.34, noNaN: true });
const pause = fc.double({ min: 0, max: 12, noNaN: true });
const far = fc.double({ min: -4, max: 4, noNaN: true });

describe("movement from positions", () => {
  it.each([0.5, 1, 2, 10])("the heading of a walk seen every %s s is the walk's own", (everyS) => {
    expect(follow(walk(0, 1.4, everyS)).at(-1)).toMatchObject({ moving: true, headingDeg: 0 });
    expect(follow(walk(-1.4, 0, everyS)).at(-1)?.headingDeg).toBeCloseTo(270, 6);
    expect(follow(walk(1, -1, everyS)).at(-1)?.headingDeg).toBeCloseTo(135, 3);
  });

  it("the heading turns with the whole track", () => {
    const degrees = fc.double({ min: 0, max: 360, noNaN: true });
    const track = fc.array(fc.tuple(far, far, pause), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(track, degrees, (steps, turnDeg) => {
        const [sin, cos] = [Math.sin((turnDeg * Math.PI) / 180), Math.cos((turnDeg * Math.PI) / 180)];
        const turned = follow(steps.map(([x, y, s]): Step => [cos * x + sin * y, cos * y - sin * x, s]));
        follow(steps).forEach(({ headingDeg, eastM, northM }, nth) => {
          const other = turned[nth]!;
          expect(Math.hypot(other.eastM, other.northM)).toBeCloseTo(Math.hypot(eastM, northM), 6);
          if (headingDeg !== null && other.headingDeg !== null)
            expect(difference(headingDeg + turnDeg, other.headingDeg)).toBeLessThan(1e-3);
        });
      }),
    );
  });

  it("a heading is none for positions that stay within half a metre of a spot", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(offset, offset, pause), { maxLength: 60 }), (trembles) => {
        for (const motion of follow(trembles)) expect(motion).toMatchObject({ moving: false, headingDeg: null });
      }),
    );
  });

  it("the heading points about the right way three seconds after a turn by 90 degrees", () => {
    const corner = walk(1.4, 0, 0.5);
    const [x, y] = corner.at(-1)!;
    const after = Array.from({ length: 6 }, (_, nth): Step => [x, y + (nth + 1) * 0.7, 0.5]);
    expect(difference(follow([...corner, ...after]).at(-1)!.headingDeg!, 0)).toBeLessThan(15);
  });

  it("the heading ends within four seconds of a walk's end, and the movement two seconds later", () => {
    const walked = walk(1.4, 0, 0.5);
    const [x, y] = walked.at(-1)!;
    const rest = follow([...walked, ...Array.from({ length: 12 }, (): Step => [x, y, 0.5])]).slice(walked.length);
    expect(rest[7]).toMatchObject({ moving: true, headingDeg: null });
    expect(rest.at(-1)).toMatchObject({ moving: false, headingDeg: null });
  });

  it("a change of floor counts as movement without a direction, which starts again there", () => {
    const walking = follow(walk(1.4, 0, 0.5)).at(-1)!;
    const next = motionAfter(walking, seen([0, 0, 0], 1000), seen([0, 3, 0], 1500, "2"));
    expect(next).toEqual({ ...noMotion, moving: true, steppedAtMs: 1500 });
  });

  it("the movement ignores a new place after an hour, and crosses the 180th meridian the short way", () => {
    expect(
      follow([
        [0, 0, 0],
        [60, 0, 3600],
      ]).at(-1),
    ).toMatchObject({ moving: false, headingDeg: null });
    const [west, east] = [179.99999, -179.99999].map((lon, nth) => ({ lat: 0, lon, floorId: "1", atMs: nth * 1000 }));
    expect(motionAfter(noMotion, west!, east!).headingDeg).toBeCloseTo(90, 6);
  });
});
