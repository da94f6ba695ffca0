import { useEffect, useEffectEvent } from "react";
import { areSingleKeysOn } from "../shell/singleKeys.ts";
import { isDialogOpen } from "../ui/isDialogOpen.ts";
import { isWriting } from "../ui/isWriting.ts";

/** Ctrl or ⌘ with K anywhere, and `/` outside of fields unless single keys are switched off, open the search, except over a dialog. */
export function useSearchKeys(open: () => void): void {
  const call = useEffectEvent(open);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
      const isSlash =
        event.key === "/" &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !isWriting(event.target) &&
        areSingleKeysOn();
      if (!isChord && !isSlash) return;
      // An open dialog has to be answered first.
      if (isDialogOpen()) return;
      event.preventDefault();
      call();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
