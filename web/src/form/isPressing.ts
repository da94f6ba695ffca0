import type { FocusEvent } from "react";

/**
 * Whether a field loses focus to a pressed button. A fault shown at that moment would move the button away from under the
 * pointer and lose the click, so it waits: pressing "Save" checks all fields anyway.
 */
export function isPressing(event: Pick<FocusEvent, "relatedTarget"> | undefined): boolean {
  return event?.relatedTarget instanceof HTMLButtonElement;
}
