import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";

/** Whether somebody points at a part of the page or has the focus in it, or nobody can see the page at all. */
export function usePauseOnHover(part: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden);
  useEffect(() => {
    const element = part.current;
    const pause = (): void => setPointedAt(true);
    const resume = (): void => setPointedAt(false);
    for (const name of ["pointerenter", "focusin"]) element?.addEventListener(name, pause);
    for (const name of ["pointerleave", "focusout"]) element?.addEventListener(name, resume);
    return () => {
      for (const name of ["pointerenter", "focusin"]) element?.removeEventListener(name, pause);
      for (const name of ["pointerleave", "focusout"]) element?.removeEventListener(name, resume);
    };
  }, [part]);
  return isPointedAt || isHidden;
}

function watchVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
