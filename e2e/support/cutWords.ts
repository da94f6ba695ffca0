import type { Locator } from "@playwright/test";

/**
 * The texts in this part of the page with a line that is cut off: partly behind an edge, or ended by an ellipsis. Lines
 * scrolled completely out of sight do not count.
 */
export function cutWords(part: Locator): Promise<string[]> {
  return part.evaluate((root: unknown) => {
    const { document, innerWidth, innerHeight, getComputedStyle } = globalThis as unknown as InPage;
    const clipOf = (element: Element | null): Box => {
      if (element === null) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      const around = clipOf(element.parentElement);
      if (getComputedStyle(element).overflow === "visible") return around;
      const own = element.getBoundingClientRect();
      return {
        left: Math.max(around.left, own.left),
        top: Math.max(around.top, own.top),
        right: Math.min(around.right, own.right),
        bottom: Math.min(around.bottom, own.bottom),
      };
    };
    const isOut = (line: Box, clip: Box): boolean =>
      line.right <= clip.left || line.left >= clip.right || line.bottom <= clip.top || line.top >= clip.bottom;
    const isWhole = (line: Box, clip: Box): boolean =>
      line.left >= clip.left - 1 &&
      line.right <= clip.right + 1 &&
      line.top >= clip.top - 1 &&
      line.bottom <= clip.bottom + 1;
    const texts = document.createTreeWalker(root, 4);
    const cut: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { parentElement } = text;
      if (parentElement === null || text.textContent.trim() === "") continue;
      const style = getComputedStyle(parentElement);
      // Hidden or meant for screen readers only.
      if (style.clipPath !== "none" || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const clip = clipOf(parentElement);
      if ([...range.getClientRects()].some((line) => !isOut(line, clip) && !isWhole(line, clip)))
        cut.push(text.textContent.trim());
    }
    return cut;
  });
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Element {
  parentElement: Element | null;
  getBoundingClientRect(): Box;
  checkVisibility(options: { visibilityProperty: boolean }): boolean;
}
interface Text {
  parentElement: Element | null;
  textContent: string;
}
interface InPage {
  innerWidth: number;
  innerHeight: number;
  getComputedStyle(element: Element): { overflow: string; clipPath: string };
  document: {
    createTreeWalker(root: unknown, whatToShow: number): { nextNode(): Text | null };
    createRange(): { selectNodeContents(node: Text): void; getClientRects(): Iterable<Box> };
  };
}
