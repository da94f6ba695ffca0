import { type RefObject, useLayoutEffect, useState } from "react";

/** The height of the part of a map that no panel and no card takes, px. */
export function useFreeHeight(part: RefObject<HTMLElement | null>): number {
  const [heightPx, setHeightPx] = useState(0);
  useLayoutEffect(() => {
    const element = part.current;
    if (element === null) return undefined;
    const measure = (): void => setHeightPx(element.offsetHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [part]);
  return heightPx;
}
