import { useEffect, useEffectEvent } from "react";
import { areSingleKeysOn } from "../shell/singleKeys.ts";
import { isDialogOpen } from "../ui/isDialogOpen.ts";
import { isWriting } from "../ui/isWriting.ts";

/** `?` outside of fields opens the list of keys, unless single keys are switched off or a dialog is open. */
export function useKeySheet(open: () => void): void {
  const call = useEffectEvent(open);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (event.key !== "?" || isElsewhere || isWriting(event.target) || !areSingleKeysOn() || isDialogOpen()) return;
      event.preventDefault();
      call();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
