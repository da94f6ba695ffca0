/** The gap between a card and the toasts above it, px. */
const gapPx = 12;
/** The height of three toasts with their extras, px. */
const maxPx = 280;
const bottom = "--pulse-toasts-bottom";

const below = new Set<HTMLElement>();

/** Places toasts above the highest of them: a card may float above the player bar. */
function place(): void {
  const { style } = document.documentElement;
  const tops = [...below].flatMap((element) => {
    const { top, bottom: itsBottom } = element.getBoundingClientRect();
    // There is enough room below it, or it is scrolled out below the window and would pull the toasts out with it.
    return window.innerHeight - itsBottom > maxPx || top >= window.innerHeight ? [] : [top];
  });
  if (tops.length === 0) style.removeProperty(bottom);
  else style.setProperty(bottom, `${Math.round(window.innerHeight - Math.min(...tops) + gapPx)}px`);
}

/** A ref for an element at the lower edge of a page: toasts go above it, since they would cover it for seconds. */
export function toastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  below.add(element);
  const observer = new ResizeObserver(place);
  observer.observe(element);
  window.addEventListener("resize", place);
  // Any part of the page may be scrolled.
  document.addEventListener("scroll", place, { capture: true, passive: true });
  place();
  return () => {
    below.delete(element);
    observer.disconnect();
    if (below.size === 0) {
      window.removeEventListener("resize", place);
      document.removeEventListener("scroll", place, { capture: true });
    }
    place();
  };
}
