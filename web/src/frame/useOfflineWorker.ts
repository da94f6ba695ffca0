import { useEffect } from "react";
import { useServices } from "../services/services.tsx";
import type { ToWorker } from "../offline/toWorker.ts";

const isBuilt = import.meta.env.PROD;

/** Lets the app open without a network from now on, for signed-in people. */
export function useOfflineWorker(): void {
  const { session } = useServices();
  useEffect(() => {
    // Only available if the page came over TLS or from this machine.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    if (!isBuilt || workers === undefined) return undefined;
    // The worker missed requests made before it was running, so it repeats them: then the next visit may be offline.
    const unheard: string[] = [];
    const tell = (): void => {
      const idToken = session.current()?.idToken;
      if (workers.controller === null || idToken === undefined || unheard.length === 0) return;
      const told: ToWorker = { kind: "keep", urls: unheard.splice(0), idToken };
      workers.controller.postMessage(told, []);
    };
    const observer = new PerformanceObserver((answered) => {
      const entries = answered.getEntries() as PerformanceResourceTiming[];
      unheard.push(...entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => name));
      tell();
    });
    observer.observe({ type: "resource", buffered: true });
    workers.addEventListener("controllerchange", tell);
    // There is none in private windows, for example.
    void workers.register("/sw.js").catch(() => undefined);
    return () => {
      observer.disconnect();
      workers.removeEventListener("controllerchange", tell);
    };
  }, [session]);
}
