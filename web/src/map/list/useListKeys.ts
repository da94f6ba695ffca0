import { useEffect, useEffectEvent, useRef } from "react";
import { areSingleKeysOn } from "../../shell/singleKeys.ts";
import type { AssetRow } from "./assetRows.ts";

interface Walked {
  rows: readonly AssetRow[];
  selected: string | null;
  select(guid: string | null, bringIntoView?: boolean): void;
  /** Opens an asset's card and moves the focus into it. */
  enter(guid: string): void;
  focusRow(guid: string): void;
  /** Brings the list into sight where it lies over the map; undefined: it is beside the map. */
  reach: (() => void) | undefined;
}

/**
 * J leads to the list and to its next row, K to the previous one, unless a field has the focus or single keys are switched
 * off; beside the map they select the row's asset. In the list, arrow keys move from row to row, and Enter into the card.
 */
export function useListKeys(list: Walked): void {
  const walk = useWalk(list);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    const isDone = (row !== null && moveFrom(list, row.dataset["row"] ?? "", event.key)) || walk(event, row);
    if (isDone) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** What a key does on a row; false: nothing. */
function moveFrom({ rows, focusRow, enter }: Walked, guid: string, key: string): boolean {
  const at = rows.findIndex((row) => row.guid === guid);
  if (key === "Enter") {
    enter(guid);
    return true;
  }
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
  if (to === undefined) return false;
  const next = rows[to];
  if (next !== undefined) focusRow(next.guid);
  return true;
}

/** J and K. Rows may move meanwhile, so a walk through the list keeps the order in which it began. */
function useWalk({ rows, selected, select, focusRow, reach }: Walked) {
  const walked = useRef<{ order: readonly string[]; at: string | null }>({ order: [], at: null });
  return (event: KeyboardEvent, row: HTMLElement | null): boolean => {
    const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
    if (step === 0 || isWriting(event.target) || !areSingleKeysOn()) return false;
    const { order, at } = walked.current;
    const there = new Set(rows.map(({ guid }) => guid));
    // Over the map nothing is selected on the way: that would close the list.
    const from = reach === undefined ? selected : (row?.dataset["row"] ?? null);
    const isGoingOn = at !== null && at === from;
    const guids = isGoingOn ? order.filter((guid) => there.has(guid)) : [...there];
    const nth = from === null ? -1 : guids.indexOf(from);
    const next = nth === -1 ? guids.at(step === 1 ? 0 : -1) : guids[nth + step];
    if (next === undefined) return false;
    walked.current = { order: guids, at: next };
    if (reach === undefined) select(next, true);
    else reach();
    focusRow(next);
    return true;
  };
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null)
  );
}
