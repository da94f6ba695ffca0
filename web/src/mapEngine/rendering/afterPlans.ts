import type { SiteMapState } from "../siteMapState.ts";

/** On a slow line the dots do not wait longer than this for the plan below them, ms: who is in a hurry needs the dots. */
const maxWaitMs = 2_000;

/**
 * Whether plans are still to come: they are not known, it is not known which of them are shown, or one that is shown is
 * pending. A site without plans waits for none.
 */
export function isWaitingForPlans(
  { arePlansKnown, plans, shownFloorIds }: Pick<SiteMapState, "arePlansKnown" | "plans" | "shownFloorIds">,
  isPending: boolean,
): boolean {
  return !arePlansKnown || (plans.length > 0 && shownFloorIds.length === 0) || isPending;
}

interface Parts {
  /** Whether the plans that the map opens with are still on their way. */
  isWaiting(): boolean;
  /** Turns the markers on. */
  turnOn(): void;
}

/** Turns the markers on once the plans are drawn: dots on bare ground say nothing, and the plan would push them about. */
export function afterPlans({ isWaiting, turnOn }: Parts) {
  let isMapReady = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const check = (): void => {
    if (!isMapReady || (!isOver && isWaiting())) return;
    stop();
    isOver = true;
    turnOn();
  };
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  return {
    /** The map has its layers, for the first time or again. */
    mapReady(): void {
      isMapReady = true;
      if (!isOver)
        timer ??= setTimeout(() => {
          isOver = true;
          check();
        }, maxWaitMs);
      check();
    },
    /** A plan has come, or will not come. */
    plansChanged(): void {
      if (!isOver) check();
    },
    stop,
  };
}
