import type { Page } from "@playwright/test";

/** The smallest side that a finger hits reliably, px. */
const minPx = 44;

/**
 * Names and sizes of the visible controls that a finger would miss: their clickable area is less than 44 px wide or
 * high, however large they are drawn. Toasts and controls that are scrolled out of sight or disabled do not count.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const { document, innerWidth, innerHeight } = globalThis as unknown as InPage;
    const toasts = "section[aria-live]";
    const isIn = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const topmost = (x: number, y: number): Node | undefined =>
      document.elementsFromPoint(x, y).find((element) => element.closest(toasts) === null);
    /** A click on its label also hits a field. */
    const hits = (control: Node, x: number, y: number): boolean => {
      if (!isIn(x, y)) return false;
      const seen = topmost(x, y);
      if (seen === undefined) return false;
      return control.contains(seen) || [...(control.labels ?? [])].some((label) => label.contains(seen));
    };
    /** How far it is hit without a gap, from its middle in one direction. */
    const reach = (control: Node, x: number, y: number, dx: number, dy: number): number => {
      let px = 0;
      while (px < least && hits(control, x + dx * (px + 1), y + dy * (px + 1))) px++;
      return px;
    };
    const faultOf = (control: Node): string[] => {
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width === 0 || height === 0 || control.disabled === true || control.closest(toasts) !== null) return [];
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      const [x, y] = [left + width / 2, top + height / 2];
      // Out of sight, or covered by something opened above it.
      if (!hits(control, x, y)) return [];
      const wide = reach(control, x, y, -1, 0) + 1 + reach(control, x, y, 1, 0);
      const high = reach(control, x, y, 0, -1) + 1 + reach(control, x, y, 0, 1);
      // Half a pixel may be lost to rounding on each side. A control that scrolls sideways may be cut off at the edge.
      const isCut = x - wide / 2 <= 1 || x + wide / 2 >= innerWidth - 1;
      if ((wide >= least - 1 || isCut) && high >= least - 1) return [];
      const name = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent;
      return [`${name} (${control.tagName.toLowerCase()}): ${wide} × ${high} px`];
    };
    const kinds = "a[href], button, input, select, textarea, summary, [role=menuitem], [role=option], [role=slider]";
    return [...document.querySelectorAll(kinds)].flatMap(faultOf);
  }, minPx);
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Node {
  tagName: string;
  textContent: string;
  disabled?: boolean;
  labels?: Iterable<Node> & { [nth: number]: Node };
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  checkVisibility(options: { visibilityProperty: boolean }): boolean;
  contains(other: Node): boolean;
  closest(selector: string): Node | null;
  getAttribute(name: string): string | null;
}
interface InPage {
  innerWidth: number;
  innerHeight: number;
  document: {
    querySelectorAll(selector: string): Iterable<Node>;
    elementsFromPoint(x: number, y: number): Node[];
  };
}
