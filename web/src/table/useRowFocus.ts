import { type KeyboardEvent, useState } from "react";

export interface RowFocus {
  /** The row that Tab reaches; the contents of others are skipped. */
  active: string | null;
  setActive(id: string): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The row with the keyboard focus: one at a time, moved by the arrows, Home and End. Rows carry `data-row` with their id. */
export function useRowFocus(ids: readonly string[]): RowFocus {
  const [chosen, setActive] = useState<string | null>(null);
  const active = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
  return {
    active,
    setActive,
    onKeyDown: (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
      const step = steps[event.key];
      if (step === undefined || row === null || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = ids[step(ids.indexOf(row.dataset["row"] ?? ""), ids.length - 1)];
      if (next === undefined) return;
      // Otherwise the list scrolls under the row that comes into focus.
      event.preventDefault();
      setActive(next);
      event.currentTarget.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`)?.focus();
    },
  };
}
