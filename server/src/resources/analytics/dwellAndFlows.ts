/** A place that things can be in. */
interface Place {
  id: string;
  name: string;
}

/** A thing's stay in a place, or a part of one. */
export interface PlaceStay {
  assetId: string;
  place: Place;
  fromMs: number;
  toMs: number;
}

/** A stay as people see it: parts of hours and short silences do not end it. */
export interface Visit extends PlaceStay {
  /** How much of it is known. */
  seconds: number;
}

/** After a longer silence a thing that is heard in the same place again counts as a new visit. */
const forgottenMs = 10 * 60_000;
/** Visits to adjacent places may overlap for this long, since leaving is decided later than entering. */
const overlapMs = 60_000;
/** A thing that was on the way for longer did not go directly from one place to the other. */
const wayMs = 60 * 60_000;

/**
 * The visits of one asset within a span.
 * @param stays by their beginnings
 * @param isCut whether a visit may have been cut into several stays, as those in rooms are at each hour
 */
export function visitsOf(stays: readonly PlaceStay[], span: { fromMs: number; toMs: number }, isCut: boolean): Visit[] {
  const visits: Visit[] = [];
  for (const { assetId, place, ...stay } of stays) {
    const fromMs = Math.max(stay.fromMs, span.fromMs);
    const toMs = Math.min(stay.toMs, span.toMs);
    if (toMs <= fromMs) continue;
    const seconds = (toMs - fromMs) / 1000;
    const last = visits.at(-1);
    if (isCut && last?.place.id === place.id && fromMs - last.toMs <= forgottenMs) {
      last.seconds += seconds;
      last.toMs = toMs;
    } else visits.push({ assetId, place, fromMs, toMs, seconds });
  }
  return visits;
}

/** Gathers how often and how long things were in each place. */
export function dwellSums() {
  const places = new Map<string, { place: Place; seconds: number[] }>();
  return {
    add: (visits: readonly Visit[]): void => {
      for (const { place, seconds } of visits) {
        const of = places.get(place.id) ?? { place, seconds: [] };
        places.set(place.id, of);
        // A room may have been called something else before.
        of.place = place;
        of.seconds.push(seconds);
      }
    },
    /** The longest first. */
    content: () =>
      [...places.values()]
        .map(({ place, seconds }) => {
          const sorted = seconds.toSorted((a, b) => a - b);
          return {
            ...place,
            visits: sorted.length,
            secondsTotal: Math.round(sorted.reduce((sum, one) => sum + one, 0)),
            secondsMedian: Math.round(quantile(sorted, 0.5)),
            secondsP90: Math.round(quantile(sorted, 0.9)),
          };
        })
        .toSorted((a, b) => b.secondsTotal - a.secondsTotal || a.name.localeCompare(b.name)),
  };
}

/** Gathers how often things went from one place to the next. */
export function flowSums() {
  const flows = new Map<string, { from: Place; to: Place; seconds: number[] }>();
  return {
    /** @param visits of one asset, by their beginnings */
    add: (visits: readonly Visit[]): void => {
      const endedVisits: Visit[] = [];
      for (const [nth, to] of visits.entries()) {
        const previous = visits[nth - 1];
        if (previous !== undefined) endedVisits.push(previous);
        const from = endedVisits
          .filter((one) => one.place.id !== to.place.id && one.toMs - to.fromMs <= overlapMs && one.toMs < to.toMs)
          .reduce<Visit | null>((best, one) => (best === null || one.toMs > best.toMs ? one : best), null);
        // Visits that ended long ago are not considered any more.
        while (endedVisits.length > 0 && to.fromMs - endedVisits[0]!.toMs > wayMs) endedVisits.shift();
        if (from === null || to.fromMs - from.toMs > wayMs) continue;
        const key = `${from.place.id} ${to.place.id}`;
        const flow = flows.get(key) ?? { from: from.place, to: to.place, seconds: [] };
        flows.set(key, flow);
        flow.seconds.push(Math.max(0, to.fromMs - from.toMs) / 1000);
      }
    },
    /** The most frequent first. */
    content: () =>
      [...flows.values()]
        .map(({ from, to, seconds }) => ({
          from,
          to,
          count: seconds.length,
          secondsMedian: Math.round(
            quantile(
              seconds.toSorted((a, b) => a - b),
              0.5,
            ),
          ),
        }))
        .toSorted((a, b) => b.count - a.count || a.from.name.localeCompare(b.from.name)),
  };
}

/** Between two values it is interpolated. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}
