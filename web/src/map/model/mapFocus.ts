import { useEffect, useEffectEvent } from "react";

/** The parts of the map page between which keys move the focus. */
export type MapPart = "list" | "card" | "history";

/** Takes the focus into a part of the page. `guid`: the asset whose row it is to be; null: any. */
type Take = (guid: string | null) => void;

/** Moves the focus between parts of the page that come and go. */
export interface MapFocus {
  /** Moves the focus to a part, at once or as soon as it is on the page. */
  go(part: MapPart, guid?: string | null): void;
  /** A part is on the page; returns what takes it off. */
  register(part: MapPart, take: Take): () => void;
}

/** Nothing is requested at first. Only the last request counts. */
export function createMapFocus(): MapFocus {
  const parts = new Map<MapPart, Take>();
  let requested: { part: MapPart; guid: string | null } | null = null;
  const deliver = (): void => {
    const take = requested === null ? undefined : parts.get(requested.part);
    if (requested === null || take === undefined) return;
    const { guid } = requested;
    requested = null;
    take(guid);
  };
  return {
    go(part, guid = null) {
      requested = { part, guid };
      deliver();
    },
    register(part, take) {
      parts.set(part, take);
      deliver();
      return () => {
        if (parts.get(part) === take) parts.delete(part);
      };
    },
  };
}

/** Lets a part of the page take the focus while it is there. */
export function useMapPart(focus: MapFocus, part: MapPart, isThere: boolean, take: Take): void {
  const call = useEffectEvent(take);
  useEffect(() => {
    if (!isThere) return undefined;
    return focus.register(part, (guid) => call(guid));
  }, [focus, part, isThere]);
}
