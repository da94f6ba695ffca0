// The service worker of the site: it answers what the app asks of the API from the recording.
import { recordingRefusals } from "@pulse/contract/recording";
import { type ApiAnswer, recordedApi } from "../answers/recordedApi.ts";
import type { Answers, Json } from "../format.ts";
import type { LiveStream } from "../live/liveStream.ts";
import { once, readPacked } from "./readPacked.ts";

// The type check has the page's types, not the worker's; these are the few that are used here.
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(kind: "install" | "activate", take: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", take: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
  location: { origin: string };
}
declare const self: WorkerScope;

const base = new URL(self.registration.scope);
const packed = (name: string): string => new URL(`recording/${name}`, base).href;
const readAnswers = once((name) => readPacked<Answers>(packed(name)));
const readStream = once((name) => readPacked<LiveStream>(packed(name)));
const api = recordedApi({
  recording: builtRecording,
  answers: () => readAnswers(builtRecording.answersFile),
  history: () => readAnswers(builtRecording.historyFile),
  stream: async (siteId) => {
    const name = builtRecording.streamFiles[siteId];
    return name === undefined ? null : readStream(name);
  },
  now: Date.now,
});

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) return;
  const answer = answerTo(event.request, url);
  if (answer !== null) event.respondWith(answer);
});

/** The answer to a request of the app; null: it is a file of this host. */
function answerTo(request: Request, url: URL): Promise<Response> | null {
  if (url.pathname.startsWith("/api/")) return answerApi(request, url);
  if (url.pathname.startsWith("/identity/")) return answerIdentity(request);
  if (request.mode !== "navigate") return null;
  if (url.pathname.startsWith("/docs/")) return Promise.resolve(Response.redirect(docsPage(url)));
  const isPage = url.pathname.startsWith(base.pathname) && !/\.[a-z0-9]{2,5}$/i.test(url.pathname);
  return isPage ? openApp() : null;
}

/** A page of the documentation, to which Help of each screen leads. */
function docsPage({ pathname, hash }: URL): string {
  const { docsUrl } = builtRecording;
  if (docsUrl === null) return new URL("about.html", base).href;
  const page = pathname.slice("/docs/".length);
  // Plain files have an ending that the documentation's addresses lack.
  return new URL((page === "" || /\/$|\.\w+$/.test(page) ? page : `${page}.html`) + hash, docsUrl).href;
}

/** Always from the host, so that a new recording is seen at once. */
function openApp(): Promise<Response> {
  return fetch(new URL("app.html", base), { cache: "no-cache" });
}

async function answerApi(request: Request, url: URL): Promise<Response> {
  const answer = await api.answer(request.method, url, async () => (await request.json()) as Json);
  return "file" in answer ? sendFile(answer) : Response.json(answer.body, { status: answer.status });
}

async function sendFile({ file }: Extract<ApiAnswer, { file: unknown }>): Promise<Response> {
  const { body } = await fetch(packed(file.file));
  return new Response(body, { headers: { "content-type": file.type } });
}

/** What a sign-out asks for is done by forgetting; everything else about an account is refused in the provider's form. */
async function answerIdentity(request: Request): Promise<Response> {
  const operation = request.headers.get("x-amz-target")?.split(".").at(-1) ?? "";
  const known = builtRecording.identity[operation];
  if (known !== undefined) return Response.json(known);
  const body = { __type: "NotAuthorizedException", message: recordingRefusals.change.message };
  return Response.json(body, { status: 400 });
}
