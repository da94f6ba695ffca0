import type { ToWorker } from "./toWorker.ts";

/** Nothing of a person stays in the browser's caches; here too, for the worker may not be there. */
export function forgetKept(): void {
  // Only where the page came over TLS, or from this machine.
  if (!("caches" in globalThis)) return;
  const told: ToWorker = { kind: "forget" };
  navigator.serviceWorker?.controller?.postMessage(told, []);
  void caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("kept-")).map((name) => caches.delete(name))))
    .catch(() => undefined);
}
