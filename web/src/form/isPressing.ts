import type { FocusEvent } from "react";

/**
 * Whether a field is left by pressing a button. A fault shown at that moment moves the button away from under the pointer
 * and the click is lost, so it waits: pressing "Save" checks all fields anyway.
 */
export function isPressing(event: Pick<FocusEvent, "relatedTarget"> | undefined): boolean {
  return event?.relatedTarget instanceof HTMLButtonElement;
}
