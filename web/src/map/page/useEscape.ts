import { useEffect, useEffectEvent } from "react";

const above = "[role=dialog], [role=menu], [role=listbox], dialog[open]";

/** Closes what is open on Esc, unless somebody has typed into the field with the focus or something else is on top. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !hasTyped(event.target) && document.querySelector(above) === null) close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    // In the capture phase, before an element on top handles the same press and is gone.
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, [isOpen]);
}

/** The first press empties such a field; a choice by radio buttons or a box has nothing to lose. */
function hasTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio"].includes(target.type) && target.value !== "";
  return target instanceof HTMLElement && target.matches("textarea, select");
}
