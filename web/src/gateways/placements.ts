import type { LatLon } from "@pulse/geo/latLon";

/** Gateways that are placed one after another: where each was put, and which one is next. */
export interface Placements {
  /** In the order in which they are placed. */
  ids: readonly string[];
  places: ReadonlyMap<string, LatLon>;
  /** The one that the next click places; null: all are placed. */
  current: string | null;
}

export function startPlacements(ids: readonly string[]): Placements {
  return { ids, places: new Map(), current: ids[0] ?? null };
}

/** Puts the current one somewhere, and goes on to the next one after it that has no place yet. */
export function placeCurrent(state: Placements, at: LatLon): Placements {
  const { ids, current } = state;
  if (current === null) return state;
  const places = new Map(state.places).set(current, at);
  const from = ids.indexOf(current);
  const following = [...ids.slice(from + 1), ...ids.slice(0, from)];
  return { ids, places, current: following.find((id) => !places.has(id)) ?? null };
}

/** Moves one that has a place. */
export function movePlaced(state: Placements, id: string, to: LatLon): Placements {
  return state.places.has(id) ? { ...state, places: new Map(state.places).set(id, to) } : state;
}

/** Leaves out those that are saved. */
export function withoutSaved(state: Placements, saved: ReadonlySet<string>): Placements {
  const ids = state.ids.filter((id) => !saved.has(id));
  const places = new Map([...state.places].filter(([id]) => !saved.has(id)));
  const current = state.current !== null && !saved.has(state.current) ? state.current : null;
  return { ids, places, current: current ?? ids.find((id) => !places.has(id)) ?? null };
}
