import { useEffect, useEffectEvent } from "react";

/** The parts of the map page between which keys move the focus. */
export type MapPart = "list" | "card" | "history";

/** Moves the focus into a part of the page. `guid`: in the list, to the row of this asset; null: to any. */
type Take = (guid: string | null) => void;

/** Moves the focus between parts of the page that come and go. */
export interface MapFocus {
  /** Moves the focus to a part, at once or as soon as it is on the page. */
  go(part: MapPart, guid?: string | null): void;
  /** A part is on the page; returns what takes it off. */
  register(part: MapPart, take: Take): () => void;
}

/**
 * Only the last request counts. A part may go and come again while the page turns from the past to the present: then it
 * gets the focus back, if nothing else has it.
 */
export function createMapFocus(hasFocus: () => boolean = isAnythingFocused): MapFocus {
  const parts = new Map<MapPart, Take>();
  let last: { part: MapPart; guid: string | null; isTaken: boolean } | null = null;
  const deliver = (): void => {
    const take = last === null ? undefined : parts.get(last.part);
    if (last === null || take === undefined) return;
    last.isTaken = true;
    take(last.guid);
  };
  return {
    go(part, guid = null) {
      last = { part, guid, isTaken: false };
      deliver();
    },
    register(part, take) {
      parts.set(part, take);
      if (last?.part === part && (!last.isTaken || !hasFocus())) deliver();
      return () => {
        if (parts.get(part) === take) parts.delete(part);
      };
    },
  };
}

const isAnythingFocused = (): boolean => document.activeElement !== null && document.activeElement !== document.body;

/** Lets a part of the page take the focus while it is there. */
export function useMapPart(focus: MapFocus, part: MapPart, isThere: boolean, take: Take): void {
  const call = useEffectEvent(take);
  useEffect(() => {
    if (!isThere) return undefined;
    return focus.register(part, (guid) => call(guid));
  }, [focus, part, isThere]);
}
