// The service worker: the app opens without a network, with the server's last answers. Built separately into /sw.js
// (web/offlineWorker.ts), which knows the files of its release.
import { createKeptAnswers } from "./keptAnswers.ts";
import { createShellFiles, type Release } from "./shellFiles.ts";
import type { ToWorker } from "./toWorker.ts";

// The web app's type check has the page's types, not the worker's; these are the few that are used here.
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface AskedEvent extends LastingEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface ToldEvent extends LastingEvent {
  data: ToWorker;
}
interface WorkerScope {
  addEventListener(kind: "install" | "activate", take: (event: LastingEvent) => void): void;
  addEventListener(kind: "fetch", take: (event: AskedEvent) => void): void;
  addEventListener(kind: "message", take: (event: ToldEvent) => void): void;
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
const answers = createKeptAnswers(caches, ask);

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
  const asking = answers.take(request);
  if (asking === null) return;
  event.waitUntil(asking.kept);
  event.respondWith(asking.answer);
});
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data.kind === "forget") return event.waitUntil(answers.forget());
  const headers = { "x-id-token": data.idToken };
  const asked = data.urls.flatMap((url) => answers.take(new Request(url, { headers }))?.kept ?? []);
  event.waitUntil(Promise.all(asked));
});
