import type { Page } from "@playwright/test";

const maxStops = 150;

/**
 * Presses Tab through the whole page and returns its faults: a stop out of sight, one that does not show its focus, and
 * a control that Tab never reaches.
 */
export async function tabThrough(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // A page may open with the focus in a field, so the round goes past the end of the page and on from its beginning.
  for (let step = 0; step < maxStops; step++) {
    await page.keyboard.press("Tab");
    const { fault, isRound } = await page.evaluate(lookAtFocus);
    if (fault !== null) faults.push(fault);
    if (isRound) break;
  }
  faults.push(...(await page.evaluate(neverReached)));
  return faults;
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Style {
  outline: string;
  boxShadow: string;
  borderColor: string;
  backgroundColor: string;
  color: string;
  top: string;
}
interface Node {
  tagName: string;
  type?: string;
  textContent: string;
  disabled?: boolean;
  tabIndex: number;
  parentElement: Node | null;
  nextElementSibling: Node | null;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  closest(selector: string): Node | null;
  contains(node: Node): boolean;
  checkVisibility(options: { visibilityProperty: boolean }): boolean;
}
interface InPage {
  document: { activeElement: Node | null; body: Node; querySelectorAll(selector: string): Iterable<Node> };
  getComputedStyle(node: Node): Style;
  innerWidth: number;
  innerHeight: number;
  tabbed?: { seen: Set<Node>; last: { node: Node; look: string; name: string } | null };
}

/** Runs in the page: checks that the focus is in sight, and that the stop before it looked different with the focus. */
function lookAtFocus(): { fault: string | null; isRound: boolean } {
  const view = globalThis as unknown as InPage;
  const round = (view.tabbed ??= { seen: new Set(), last: null });
  const lookOf = (node: Node): string => {
    const around = [node, node.nextElementSibling, node.parentElement, node.parentElement?.parentElement];
    return around
      .filter((one) => one !== null && one !== undefined)
      .map((one) => {
        const { outline, boxShadow, borderColor, backgroundColor, color, top } = view.getComputedStyle(one);
        return [outline, boxShadow, borderColor, backgroundColor, color, top].join();
      })
      .join("|");
  };
  const before = round.last;
  const node = view.document.activeElement;
  const isNowhere = node === null || node === view.document.body;
  let fault: string | null = null;
  if (before !== null && before.node !== node && lookOf(before.node) === before.look)
    fault = `${before.name} does not show its focus`;
  if (isNowhere || round.seen.has(node)) {
    round.last = null;
    return { fault, isRound: !isNowhere };
  }
  const name = `${node.tagName.toLowerCase()} ${node.getAttribute("aria-label") ?? node.textContent.trim().slice(0, 40)}`;
  const { left, top, right, bottom } = node.getBoundingClientRect();
  const isSeen = right > 0 && bottom > 0 && left < view.innerWidth && top < view.innerHeight;
  if (!isSeen) fault ??= `${name} has the focus out of sight`;
  round.seen.add(node);
  round.last = { node, look: lookOf(node), name };
  return { fault, isRound: false };
}

/**
 * Runs in the page: the controls that Tab did not reach; if something modal is open, only its own. In a group that
 * arrow keys move through, one control has a tabindex of 0.
 */
function neverReached(): string[] {
  const view = globalThis as unknown as InPage;
  const seen = view.tabbed?.seen ?? new Set<Node>();
  delete view.tabbed;
  const missed: string[] = [];
  const modals = [...view.document.querySelectorAll("[aria-modal=true], dialog[open], [role=menu]")];
  for (const node of view.document.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")) {
    const isOut = node.disabled === true || node.tabIndex < 0 || node.type === "radio";
    // Rows drawn beyond the edge of their list are reached by scrolling.
    if (isOut || seen.has(node) || node.closest("[role=region] ul") !== null) continue;
    if (modals.length > 0 && !modals.some((modal) => modal.contains(node))) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    missed.push(`${node.getAttribute("aria-label") ?? node.textContent.trim().slice(0, 40)} is not reached by Tab`);
  }
  return missed;
}
