import type { Box } from "../scene/boxes.ts";
import type { MapCover } from "./freePart.ts";

/** What contains a map and everything that lies over it. */
const stageMark = "[data-map-stage]";
/** Whatever lies over a map and hides what is below it. */
const partMark = "[data-over-map]";
/** With these, parts appear, disappear or move without changing their size. */
const layoutAttributes = ["data-stop", "data-closed", "data-panel", "data-past", "data-over-map"];

/**
 * Measures what covers the map in `container`, and calls `changed` once that has changed and come to rest. The parts
 * over the map are found by their mark, so that none can be forgotten when a layout changes.
 */
export function watchCover(container: HTMLElement, changed: () => void) {
  const stage = container.closest<HTMLElement>(stageMark) ?? container;
  let parts: readonly HTMLElement[] = [];
  let cover = coverOf(container, parts);
  let isWaiting = false;
  let isStopped = false;

  const measure = (): void => {
    const next = coverOf(container, parts);
    if (JSON.stringify(next) !== JSON.stringify(cover)) cover = next;
  };
  const measureAtRest = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      const moving = parts.flatMap((part) => part.getAnimations?.() ?? []);
      void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => {
        isWaiting = false;
        const before = cover;
        if (!isStopped) measure();
        if (cover !== before) changed();
      });
    });
  };
  const sizes = new ResizeObserver(measureAtRest);
  const look = (): void => {
    const found = [...stage.querySelectorAll<HTMLElement>(partMark)];
    if (found.length === parts.length && found.every((part, at) => part === parts[at])) return;
    parts = found;
    sizes.disconnect();
    for (const part of [container, ...parts]) sizes.observe(part);
  };
  const changes = new MutationObserver((records) => {
    look();
    if (records.some(({ type }) => type === "attributes")) measureAtRest();
  });
  changes.observe(stage, { subtree: true, childList: true, attributes: true, attributeFilter: layoutAttributes });
  stage.addEventListener("transitionend", measureAtRest);
  look();
  measure();
  return {
    cover: (): MapCover => cover,
    /** Measures at once, after a change of the map's own size. */
    measure,
    stop(): void {
      isStopped = true;
      sizes.disconnect();
      changes.disconnect();
      stage.removeEventListener("transitionend", measureAtRest);
    },
  };
}

function coverOf(container: HTMLElement, parts: readonly HTMLElement[]): MapCover {
  const { clientWidth: widthPx, clientHeight: heightPx } = container;
  const map = container.getBoundingClientRect();
  const boxes = parts.flatMap((part): Box[] => {
    const box = part.getBoundingClientRect();
    const left = Math.max(0, Math.floor(box.left - map.left));
    const top = Math.max(0, Math.floor(box.top - map.top));
    const right = Math.min(widthPx, Math.ceil(box.right - map.left));
    const bottom = Math.min(heightPx, Math.ceil(box.bottom - map.top));
    const isShown = right > left && bottom > top && part.checkVisibility({ visibilityProperty: true });
    return isShown ? [{ left, top, right, bottom }] : [];
  });
  return { widthPx, heightPx, boxes };
}
