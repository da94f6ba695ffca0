import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { Padding } from "../../basemap/planGeometry.ts";

interface Size {
  widthPx: number;
  heightPx: number;
}

/** Whether the size of a part of the map has changed so much that what was fitted into it no longer fits. */
export function hasChangedMuch(before: Size, now: Size): boolean {
  const isOther = (was: number, is: number): boolean => Math.abs(is - was) > was / 4;
  return isOther(before.widthPx, now.widthPx) || isOther(before.heightPx, now.heightPx);
}

/**
 * Fits the floor again when the part of the map that no panel covers changes its size, unless somebody has moved the map
 * since, by hand or by a button that calls `moved`. Call `fitted` when something else has fitted the floor. `wasMoved`:
 * the map did not start at the whole floor.
 */
export function useRefit(
  container: RefObject<HTMLElement | null>,
  padding: Padding,
  wasMoved: boolean,
  fit: () => void,
) {
  const isMoved = useRef(wasMoved);
  const fittedInto = useRef<Size | null>(null);
  const freeSize = ({ top, right, bottom, left }: Padding): Size => ({
    widthPx: (container.current?.clientWidth ?? 0) - left - right,
    heightPx: (container.current?.clientHeight ?? 0) - top - bottom,
  });
  const check = useEffectEvent((around: Padding) => {
    const now = freeSize(around);
    // The first time, the map fits itself.
    if (fittedInto.current === null) fittedInto.current = now;
    if (isMoved.current || !hasChangedMuch(fittedInto.current, now)) return;
    fittedInto.current = now;
    fit();
  });
  const resized = useEffectEvent(() => check(padding));
  useEffect(() => check(padding), [padding]);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => resized());
    observer.observe(element);
    const byHand = (): void => {
      isMoved.current = true;
    };
    const dragged = ({ buttons }: PointerEvent): void => {
      if (buttons !== 0) byHand();
    };
    element.addEventListener("wheel", byHand, { passive: true });
    element.addEventListener("pointermove", dragged);
    element.addEventListener("keydown", byHand);
    return () => {
      observer.disconnect();
      element.removeEventListener("wheel", byHand);
      element.removeEventListener("pointermove", dragged);
      element.removeEventListener("keydown", byHand);
    };
  }, [container]);
  return {
    moved: (): void => {
      isMoved.current = true;
    },
    fitted: (): void => {
      isMoved.current = false;
      fittedInto.current = freeSize(padding);
    },
  };
}
