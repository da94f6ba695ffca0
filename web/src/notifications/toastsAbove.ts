/** Between a card and the toasts above it, px. */
const gapPx = 12;
const bottom = "--pulse-toasts-bottom";

/** A ref for what floats at the lower edge of a page: toasts come above it, since they would lie on it for seconds. */
export function toastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  const place = (): void => {
    style.setProperty(bottom, `${Math.round(window.innerHeight - element.getBoundingClientRect().top + gapPx)}px`);
  };
  const observer = new ResizeObserver(place);
  observer.observe(element);
  window.addEventListener("resize", place);
  place();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", place);
    style.removeProperty(bottom);
  };
}
