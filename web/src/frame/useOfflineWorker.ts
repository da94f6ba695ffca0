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
    const missedUrls: string[] = [];
    const sendMissedUrls = (): void => {
      const idToken = session.current()?.idToken;
      if (workers.controller === null || idToken === undefined || missedUrls.length === 0) return;
      const message: ToWorker = { kind: "keep", urls: missedUrls.splice(0), idToken };
      workers.controller.postMessage(message, []);
    };
    const observer = new PerformanceObserver((list) => {
      const entries = list.getEntries() as PerformanceResourceTiming[];
      missedUrls.push(...entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => name));
      sendMissedUrls();
    });
    observer.observe({ type: "resource", buffered: true });
    workers.addEventListener("controllerchange", sendMissedUrls);
    // There is none in private windows, for example.
    void workers.register("/sw.js").catch(() => undefined);
    return () => {
      observer.disconnect();
      workers.removeEventListener("controllerchange", sendMissedUrls);
    };
  }, [session]);
}
