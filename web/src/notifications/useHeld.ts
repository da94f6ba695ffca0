import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";

/** Whether somebody points at a part of the page or has the focus in it, or nobody can see the page at all. */
export function useHeld(part: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden);
  useEffect(() => {
    const element = part.current;
    const hold = (): void => setPointedAt(true);
    const letGo = (): void => setPointedAt(false);
    for (const name of ["pointerenter", "focusin"]) element?.addEventListener(name, hold);
    for (const name of ["pointerleave", "focusout"]) element?.addEventListener(name, letGo);
    return () => {
      for (const name of ["pointerenter", "focusin"]) element?.removeEventListener(name, hold);
      for (const name of ["pointerleave", "focusout"]) element?.removeEventListener(name, letGo);
    };
  }, [part]);
  return isPointedAt || isHidden;
}

function watchVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
