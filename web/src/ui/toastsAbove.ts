/** Between a card and the toasts above it, px. */
const gapPx = 12;
/** Three toasts with what belongs to them, px. */
const mostPx = 280;
const bottom = "--pulse-toasts-bottom";

/** A ref for what floats at the lower edge of a page: toasts come above it, since they would lie on it for seconds. */
export function toastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  const place = (): void => {
    const { top: itsTop, bottom: itsBottom } = element.getBoundingClientRect();
    // Below it is room enough.
    if (window.innerHeight - itsBottom > mostPx) style.removeProperty(bottom);
    else style.setProperty(bottom, `${Math.round(window.innerHeight - itsTop + gapPx)}px`);
  };
  const observer = new ResizeObserver(place);
  observer.observe(element);
  window.addEventListener("resize", place);
  // Whichever part of the page is scrolled.
  document.addEventListener("scroll", place, { capture: true, passive: true });
  place();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", place);
    document.removeEventListener("scroll", place, { capture: true });
    style.removeProperty(bottom);
  };
}
