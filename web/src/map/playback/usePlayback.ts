import { useCallback, useEffect, useMemo, useState } from "react";
import type { Positions } from "../../live/positions.ts";
import { useServices } from "../../services/services.tsx";
import { useSearch } from "../../ui/useSearch.ts";
import { type PlaybackSpan, readPlayback, writePlayback } from "./playbackAddress.ts";

export interface PlaybackState {
  /** The span that is open; null: the map is live. */
  span: PlaybackSpan | null;
  open(span: PlaybackSpan | null): void;
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
export function usePlayback(live: Positions, isPaused: boolean): { playback: PlaybackState; positions: Positions } {
  const [search, setSearch] = useSearch();
  const [played, setPositions] = useState<Positions | null>(null);
  const text = writePlayback(new URLSearchParams(), readPlayback(search)).toString();
  const span = useMemo(() => readPlayback(new URLSearchParams(text)), [text]);
  const isOpen = span !== null;
  const { connection } = useServices();
  useEffect(() => {
    connection.show(isOpen ? "past" : isPaused ? "paused" : null);
    return () => connection.show(null);
  }, [connection, isOpen, isPaused]);
  const open = useCallback(
    // Playing changes the moment all the time: these are not steps for Back.
    (next: PlaybackSpan | null) =>
      setSearch((before) => writePlayback(before, next), {
        replace: isOpen && next !== null,
        preventScrollReset: true,
      }),
    [setSearch, isOpen],
  );
  const playback = useMemo(() => ({ span, open, setPositions }), [span, open]);
  return { playback, positions: isOpen ? (played ?? nothingYet) : live };
}
