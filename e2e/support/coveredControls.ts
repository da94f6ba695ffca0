import type { Page } from "@playwright/test";

/**
 * Names of the controls that are covered by something else or stick out of the window. Controls scrolled out of sight
 * do not count, nor do those that a toast covers for a few seconds.
 */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, innerWidth, innerHeight, getComputedStyle } = globalThis as unknown as InPage;
    const scrollerOf = ({ parentElement }: Node): Node | null => {
      if (parentElement === null) return null;
      return /auto|scroll/.test(getComputedStyle(parentElement).overflow) ? parentElement : scrollerOf(parentElement);
    };
    const isIn = ([x, y]: readonly [number, number], { left, top, width, height }: Box): boolean =>
      x > left && y > top && x < left + width && y < top + height;
    const isInWindow = ({ left, top, width, height }: Box): boolean =>
      left >= -1 && top >= -1 && left + width <= innerWidth + 1 && top + height <= innerHeight + 1;
    // A skip link is out of sight until it has the focus.
    const isShown = (control: Node, { top, width, height }: Box): boolean =>
      width > 0 && height > 0 && top + height > 0 && control.checkVisibility({ visibilityProperty: true });
    const toasts = "section[aria-live]";
    const faultOf = (control: Node): string | null => {
      const box = control.getBoundingClientRect();
      if (!isShown(control, box) || control.closest(toasts) !== null) return null;
      const middle = [box.left + box.width / 2, box.top + box.height / 2] as const;
      const scroller = scrollerOf(control);
      if (scroller !== null && !isIn(middle, scroller.getBoundingClientRect())) return null;
      if (scroller === null && !isInWindow(box)) return "sticks out";
      const seen = document.elementsFromPoint(...middle).find((element) => element.closest(toasts) === null);
      return seen !== undefined && (control.contains(seen) || seen.contains(control)) ? null : "is covered";
    };
    return [...document.querySelectorAll("a[href], button, input, nav, header, h1, h2")].flatMap((control) => {
      const fault = faultOf(control);
      return fault === null ? [] : [`${control.getAttribute("aria-label") ?? control.textContent} ${fault}`];
    });
  });
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
interface Node {
  getBoundingClientRect(): Box;
  checkVisibility(options: { visibilityProperty: boolean }): boolean;
  parentElement: Node | null;
  contains(other: Node): boolean;
  closest(selector: string): Node | null;
  getAttribute(name: string): string | null;
  textContent: string;
}
interface InPage {
  innerWidth: number;
  innerHeight: number;
  getComputedStyle(element: Node): { overflow: string };
  document: {
    querySelectorAll(selector: string): Iterable<Node>;
    elementsFromPoint(x: number, y: number): Node[];
  };
}
