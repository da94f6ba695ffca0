import { type RefObject, useLayoutEffect, useState } from "react";

/** A part of a box: its distances to the box's edges, and how large it is. */
export interface FreePart {
  top: number;
  right: number;
  bottom: number;
  left: number;
  widthPx: number;
  heightPx: number;
}

const nothing: FreePart = { top: 0, right: 0, bottom: 0, left: 0, widthPx: 0, heightPx: 0 };

/** Where `part` is in its positioned parent, updated on every change of either. */
export function useFreePart(part: RefObject<HTMLElement | null>): FreePart {
  const [free, setFree] = useState(nothing);
  useLayoutEffect(() => {
    const element = part.current;
    const around = element?.offsetParent;
    if (!element || !around) return undefined;
    const measure = (): void => {
      const { offsetTop: top, offsetLeft: left, offsetWidth: widthPx, offsetHeight: heightPx } = element;
      const right = around.clientWidth - left - widthPx;
      const bottom = around.clientHeight - top - heightPx;
      setFree((before) => {
        const next = { top, right, bottom, left, widthPx, heightPx };
        return JSON.stringify(before) === JSON.stringify(next) ? before : next;
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(around);
    measure();
    return () => observer.disconnect();
  }, [part]);
  return free;
}
