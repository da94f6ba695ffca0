import { useEffect, useEffectEvent } from "react";

const above = "[role=dialog], [role=menu], [role=listbox], dialog[open]";

/** Closes what is open on Esc, unless a field has the focus or something else is on top. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isInField = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key === "Escape" && !isInField && document.querySelector(above) === null) close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    // In the capture phase, before an element on top handles the same press and is gone.
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, [isOpen]);
}
