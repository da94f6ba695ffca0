import { useSyncExternalStore } from "react";
import { useServices } from "../services/services.tsx";

/** Whether what the page shows may be out of date, because the connection is down. */
export function useIsOld(): boolean {
  const { connection, connectivity } = useServices();
  const line = useSyncExternalStore(connection.subscribe, () => connection.current().state);
  const state = useSyncExternalStore(connectivity.subscribe, () => connectivity.current().state);
  return state !== "online" || line === "reconnecting" || line === "offline";
}
