// The service worker of the site: it answers what the app asks of the API from the recording.
import { recordingRefusals } from "@pulse/contract/recording";
import { type ApiAnswer, recordedApi } from "../answers/recordedApi.ts";
import type { Json, PackedAnswers, Row } from "../format.ts";
import type { LiveStream } from "../live/liveStream.ts";
import { unpackAnswers } from "../rows/packedAnswers.ts";
import { navigationOf } from "./docsAddress.ts";
import { once, readPacked } from "./readPacked.ts";

// The type check has the page's types, not the worker's; these are the few that are used here.
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  clientId: string;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(kind: "install" | "activate", take: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", take: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; get(id: string): Promise<{ url: string } | undefined> };
  registration: { scope: string };
  location: { origin: string };
}
declare const self: WorkerScope;

const mePath = "/api/v3/users/me";
const base = new URL(self.registration.scope);
const packed = (name: string): string => new URL(`recording/${name}`, base).href;
const readAnswers = once(async (name) => unpackAnswers(await readPacked<PackedAnswers>(packed(name))));
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
  const answer = answerTo(event, url);
  if (answer !== null) event.respondWith(answer);
});

/** The answer to a request of the app; null: it is a file of this host. */
function answerTo({ request, clientId }: FetchEvent, url: URL): Promise<Response> | null {
  if (url.pathname.startsWith("/api/")) return answerApi(request, url, clientId);
  if (url.pathname.startsWith("/identity/")) return answerIdentity(request);
  if (request.mode !== "navigate") return null;
  const opened = navigationOf(url, { base, docsUrl: builtRecording.docsUrl });
  if (opened === "host") return null;
  return opened === "app" ? openApp() : Promise.resolve(Response.redirect(opened.to));
}

/** Always from the host, so that a new recording is seen at once. */
function openApp(): Promise<Response> {
  return fetch(new URL("app.html", base), { cache: "no-cache" });
}

async function answerApi(request: Request, url: URL, clientId: string): Promise<Response> {
  const answer = await api.answer(request.method, url, async () => (await request.json()) as Json);
  const language = url.pathname === mePath && request.method === "GET" ? await languageOf(clientId) : null;
  if (language !== null && "body" in answer) return Response.json(withLocale(answer.body, language));
  return "file" in answer ? sendFile(answer) : Response.json(answer.body, { status: answer.status });
}

/** The language that a page was opened in: `?language=de`, as the German documentation shows the demo; null: none was named. */
async function languageOf(clientId: string): Promise<string | null> {
  const client = await self.clients.get(clientId);
  return client === undefined ? null : new URL(client.url).searchParams.get("language");
}

/** The answer about the person, who speaks this language. */
function withLocale(body: Json, locale: string): Json {
  const { result } = body as { result: { content: Row } };
  return { result: { ...result, content: { ...result.content, locale } } };
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
