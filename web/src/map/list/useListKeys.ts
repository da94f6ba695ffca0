import { useEffect, useEffectEvent, useRef } from "react";
import { areSingleKeysOn } from "../../shell/singleKeys.ts";
import type { AssetRow } from "./assetRows.ts";

interface Walked {
  rows: readonly AssetRow[];
  selected: string | null;
  select(guid: string | null, bringIntoView?: boolean): void;
}

/**
 * J selects the next row of the list, K the previous one, unless a field has the focus or single keys are switched off.
 * Rows may move meanwhile, so a walk through the list keeps the order in which it began.
 */
export function useListKeys({ rows, selected, select }: Walked): void {
  const walked = useRef<{ order: readonly string[]; at: string | null }>({ order: [], at: null });
  const walk = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
    const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    if (step === 0 || isElsewhere || isWriting(event.target) || !areSingleKeysOn()) return;
    const { order, at } = walked.current;
    const there = new Set(rows.map(({ guid }) => guid));
    const isGoingOn = at !== null && at === selected;
    const guids = isGoingOn ? order.filter((guid) => there.has(guid)) : [...there];
    const nth = selected === null ? -1 : guids.indexOf(selected);
    const next = nth === -1 ? guids.at(step === 1 ? 0 : -1) : guids[nth + step];
    if (next === undefined) return;
    walked.current = { order: guids, at: next };
    select(next, true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => walk(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null)
  );
}
