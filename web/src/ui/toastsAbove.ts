/** Between a card and the toasts above it, px. */
const gapPx = 12;
/** Three toasts with what belongs to them, px. */
const mostPx = 280;
const bottom = "--pulse-toasts-bottom";

const below = new Set<HTMLElement>();

/** Above the highest of them: a card may float above the bar of the past. */
function place(): void {
  const { style } = document.documentElement;
  const tops = [...below].flatMap((element) => {
    const { top, bottom: itsBottom } = element.getBoundingClientRect();
    // Below it is room enough, or it is scrolled out below the window and would draw them out with it.
    return window.innerHeight - itsBottom > mostPx || top >= window.innerHeight ? [] : [top];
  });
  if (tops.length === 0) style.removeProperty(bottom);
  else style.setProperty(bottom, `${Math.round(window.innerHeight - Math.min(...tops) + gapPx)}px`);
}

/** A ref for what stands or floats at the lower edge of a page: toasts come above it, since they would lie on it for seconds. */
export function toastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  below.add(element);
  const observer = new ResizeObserver(place);
  observer.observe(element);
  window.addEventListener("resize", place);
  // Whichever part of the page is scrolled.
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
