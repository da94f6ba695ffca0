import { useCallback, useEffect, useMemo, useState } from "react";
import type { Positions } from "../live/positions.ts";
import { useServices } from "../services/services.tsx";
import { useSearch } from "../ui/useSearch.ts";
import { type PastSpan, readPast, writePast } from "./pastAddress.ts";

export interface MapPast {
  /** The span that is open; null: the map is live. */
  span: PastSpan | null;
  open(span: PastSpan | null): void;
  /** The player passes the positions in here. */
  setPositions(positions: Positions | null): void;
}

/** Until past positions arrive nothing is shown, least of all the current positions. */
const nothingYet: Positions = {
  get: () => undefined,
  all: () => new Map(),
  subscribe: () => () => undefined,
  nowMs: () => Date.now(),
};

/** Whether the map shows the past, kept in the address, and the source of its positions; `isPaused`: the live ones are paused. */
export function usePast(live: Positions, isPaused: boolean): { past: MapPast; positions: Positions } {
  const [search, setSearch] = useSearch();
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
    // Playing changes the moment all the time: these are not steps for Back.
    (next: PastSpan | null) =>
      setSearch((before) => writePast(before, next), { replace: isOpen && next !== null, preventScrollReset: true }),
    [setSearch, isOpen],
  );
  const past = useMemo(() => ({ span, open, setPositions }), [span, open]);
  return { past, positions: isOpen ? (played ?? nothingYet) : live };
}
