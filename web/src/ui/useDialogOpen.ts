import { useSyncExternalStore } from "react";

/** The attribute that every open dialog puts on the page's body, whose scrolling it locks. */
const lock = "data-scroll-locked";

const isOpen = (): boolean => document.body.hasAttribute(lock);

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributeFilter: [lock] });
  return () => observer.disconnect();
}

/** Whether a dialog that wants an answer is open above the page. */
export function useDialogOpen(): boolean {
  return useSyncExternalStore(watch, isOpen);
}
