import { useSyncExternalStore } from "react";
import { useServices } from "../services/services.tsx";
import type { AppState } from "../services/appStore.ts";

/** One part of the app's state, updated when it changes. `read` must return the same value while the state is the same. */
export function useAppState<T>(read: (state: AppState) => T): T {
  const { app } = useServices();
  return useSyncExternalStore(app.subscribe, () => read(app.current()));
}
