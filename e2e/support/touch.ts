import type { Page } from "@playwright/test";

interface Px {
  x: number;
  y: number;
}

/** Steps of a gesture, because a finger does not jump. */
const steps = 6;

/** Gestures with one and two fingers on the page. */
export async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: Px[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  const along = (from: Px, to: Px, step: number): Px => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  });
  return {
    drag: async (from: Px, to: Px): Promise<void> => {
      await touch("touchStart", [from]);
      for (let step = 1; step <= steps; step++) await touch("touchMove", [along(from, to, step)]);
      await touch("touchEnd", []);
    },
    /** Spreads two fingers, one of which touches first. */
    spread: async ({ x, y }: Px, fromPx: number, toPx: number): Promise<void> => {
      const pair = (px: number): Px[] => [
        { x: x - px, y },
        { x: x + px, y },
      ];
      await touch("touchStart", pair(fromPx).slice(0, 1));
      await touch("touchStart", pair(fromPx));
      for (let step = 1; step <= steps; step++)
        await touch("touchMove", pair(fromPx + ((toPx - fromPx) * step) / steps));
      await touch("touchEnd", []);
    },
  };
}
