import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Hit } from "./hits.ts";

interface Parts {
  /** In the order of the screen. */
  hits: readonly Hit[];
  typed: string;
  /** Whether these hits belong to the typed text. */
  isSettled: boolean;
  pick(hit: Hit): void;
}

/** The hit selected by keyboard. Enter waits for the answer, so that fast typists get what they typed. */
export function useChoice({ hits, typed, isSettled, pick }: Parts) {
  const [chosen, setChosen] = useState({ typed, at: 0 });
  const entered = useRef<string | null>(null);
  // New text selects the first hit again.
  const at = Math.min(chosen.typed === typed ? chosen.at : 0, Math.max(0, hits.length - 1));
  const take = useEffectEvent(() => {
    entered.current = null;
    if (hits[0] !== undefined) pick(hits[0]);
  });
  useEffect(() => {
    if (entered.current === typed && isSettled) take();
  }, [typed, isSettled]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setChosen({ typed, at: (at + step + hits.length) % hits.length });
    } else if (event.key === "Enter") {
      event.preventDefault();
      const hit = hits[at];
      if (!isSettled) entered.current = typed;
      else if (hit !== undefined) pick(hit);
    }
  };
  return { at, onKeyDown };
}
