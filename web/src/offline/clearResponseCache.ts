import type { ToWorker } from "./toWorker.ts";

/** Removes a person's data from the browser's caches; also from here, since the worker may not be running. */
export function clearResponseCache(): void {
  // Only available if the page came over TLS or from this machine.
  if (!("caches" in globalThis)) return;
  const message: ToWorker = { kind: "forget" };
  navigator.serviceWorker?.controller?.postMessage(message, []);
  void caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("kept-")).map((name) => caches.delete(name))))
    .catch(() => undefined);
}
