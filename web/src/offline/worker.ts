// The service worker: the app opens without a network, with the server's last answers. Built separately into /sw.js
// (web/offlineWorker.ts), which knows the files of its release.
import { createResponseCache } from "./responseCache.ts";
import { createShellFiles, type Release } from "./shellFiles.ts";
import type { ToWorker } from "./toWorker.ts";

// The web app's type check has the page's types, not the worker's; these are the few that are used here.
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface MessageEvent extends ExtendableEvent {
  data: ToWorker;
}
interface WorkerScope {
  addEventListener(kind: "install" | "activate", take: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", take: (event: FetchEvent) => void): void;
  addEventListener(kind: "message", take: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: { origin: string };
}
declare const self: WorkerScope;
/** Written in by the build. */
declare const builtRelease: Release;

const ask = (request: Request): Promise<Response> => fetch(request);
const failAfter = (ms: number): Promise<never> =>
  new Promise((_, fail) => setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms));
const shell = createShellFiles(builtRelease, { caches, ask, failAfter });
const responses = createResponseCache(caches, ask);

self.addEventListener("install", (event) => {
  // A new release takes over at once: open pages have everything they need, and new ones come from the server anyway.
  event.waitUntil(shell.keep().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(shell.dropOthers().then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const file = shell.take(request);
  if (file !== null) return event.respondWith(file);
  const cached = responses.take(request);
  if (cached === null) return;
  event.waitUntil(cached.stored);
  event.respondWith(cached.answer);
});
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data.kind === "forget") return event.waitUntil(responses.forget());
  const headers = { "x-id-token": data.idToken };
  const stores = data.urls.flatMap((url) => responses.take(new Request(url, { headers }))?.stored ?? []);
  event.waitUntil(Promise.all(stores));
});
