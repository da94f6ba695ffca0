import { useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";
import type { AppState } from "./appStore.ts";

/** One part of the app's state, renewed when it changes. What `read` gives must stay the same while the state does. */
export function useAppState<T>(read: (state: AppState) => T): T {
  const { app } = useServices();
  return useSyncExternalStore(app.subscribe, () => read(app.current()));
}
