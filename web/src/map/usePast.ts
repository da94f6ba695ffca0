import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { Positions } from "../live/positions.ts";
import { useServices } from "../services.tsx";
import { type PastSpan, readPast, writePast } from "./pastAddress.ts";

export interface MapPast {
  /** The span that is open; null: the map is live. */
  span: PastSpan | null;
  open(span: PastSpan | null): void;
  /** What plays the span hands in where things are. */
  setPositions(positions: Positions | null): void;
}

/** Before anything of the past has come nothing is shown: least of all where things are now. */
const nothingYet: Positions = {
  get: () => undefined,
  all: () => new Map(),
  subscribe: () => () => undefined,
  nowMs: () => Date.now(),
};

/** Whether the map shows the past, kept in the address, and where its positions come from; `isPaused`: the live ones stand still. */
export function usePast(live: Positions, isPaused: boolean): { past: MapPast; positions: Positions } {
  const [search, setSearch] = useSearchParams();
  const [played, setPositions] = useState<Positions | null>(null);
  const text = writePast(new URLSearchParams(), readPast(search)).toString();
  const span = useMemo(() => readPast(new URLSearchParams(text)), [text]);
  const isOpen = span !== null;
  const { connection } = useServices();
  useEffect(() => {
    connection.show(isOpen ? "past" : isPaused ? "paused" : null);
    return () => connection.show(null);
  }, [connection, isOpen, isPaused]);
  const open = useCallback(
    // What is played tells its moment all the time: each is no step to go back to.
    (next: PastSpan | null) =>
      setSearch((before) => writePast(before, next), { replace: isOpen && next !== null, preventScrollReset: true }),
    [setSearch, isOpen],
  );
  const past = useMemo(() => ({ span, open, setPositions }), [span, open]);
  return { past, positions: isOpen ? (played ?? nothingYet) : live };
}
