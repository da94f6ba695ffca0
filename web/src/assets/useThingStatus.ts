import { limits } from "@pulse/contract/limits";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useProcessedClock } from "../shell/SeenWhen.tsx";
import { everySecond } from "../time/everySecond.ts";
import { type Thing, useLivePlace, useStoredPlace } from "./livePlaces.ts";

/** A thing as its status is judged by. */
export type SeenThing = Thing & { locationUpdated: string | null };

/** Whether a thing moves, as on the map. */
export type ThingStatus = "moving" | "still" | "stale" | "never";

/** Whether a thing moves, kept current; null until the live connection or the store has said it. */
export function useThingStatus(thing: SeenThing, isTracked: boolean): ThingStatus | null {
  const live = useLivePlace(thing);
  const stored = useStoredPlace(thing.id)?.moving ?? null;
  const lastSeen = live?.lastUpdated ?? thing.locationUpdated;
  const nowMs = useProcessedClock();
  return useSyncExternalStore(everySecond, (): ThingStatus | null => {
    if (!isTracked || lastSeen === null) return "never";
    if (nowMs() - Date.parse(lastSeen) > limits.connectedMs) return "stale";
    const isMoving = live === undefined ? stored : live.motion.moving;
    if (isMoving === null) return null;
    return isMoving ? "moving" : "still";
  });
}

/** A status in words: a tracked thing that was never heard is "Not seen yet", another one is not tracked. */
export function useStatusWord(): (status: ThingStatus, isTracked: boolean) => string {
  const { t } = useTranslation();
  return (status, isTracked) => t(isTracked && status === "never" ? "things.notSeen" : `status.${status}`);
}
