import { type RefObject, useLayoutEffect } from "react";
import { ageText, agoText } from "../../time/ageText.ts";
import { dateTime } from "../../time/ages.ts";
import type { Positions } from "../../live/positions.ts";

const everyMs = 1000;

/**
 * Writes the age into every `<time data-guid>` below `root`, now and every second, without React: all rows tick at once.
 * `data-form="ago"` uses the wording of cards.
 */
export function useAgeTicker(root: RefObject<HTMLElement | null>, positions: Positions): void {
  useLayoutEffect(() => {
    const write = (): void => {
      const nowMs = positions.nowMs();
      for (const time of root.current?.querySelectorAll("time") ?? []) {
        const atMs = positions.get(time.dataset["guid"] ?? "")?.lastUpdatedMs ?? null;
        const text = time.dataset["form"] === "ago" ? agoText(atMs, nowMs) : ageText(atMs, nowMs);
        if (time.textContent !== text) time.textContent = text;
        if (atMs !== null) time.title = dateTime(atMs);
      }
    };
    write();
    // Rows that scroll in are new elements with an empty age.
    const observer = new MutationObserver(write);
    if (root.current !== null)
      observer.observe(root.current, { childList: true, subtree: true, attributeFilter: ["data-guid"] });
    const timer = setInterval(write, everyMs);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [root, positions]);
}
