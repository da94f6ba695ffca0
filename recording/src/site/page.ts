// Runs before the app: signs the recorded person in, plays the live socket and says that this is a recording.
import type { LiveStream } from "../live/liveStream.ts";
import { showBanner } from "./banner.ts";
import { docsAddress } from "./docsAddress.ts";
import { playedWebSocket } from "./playedWebSocket.ts";
import { once, readPacked } from "./readPacked.ts";
import { signIn } from "./signedIn.ts";

const base = new URL("..", (document.currentScript as HTMLScriptElement).src);
const places = { base, docsUrl: builtRecording.docsUrl };
const readStream = once((name) => readPacked<LiveStream>(new URL(`recording/${name}`, base).href));

signIn(localStorage, builtRecording, Date.now());
globalThis.WebSocket = playedWebSocket(globalThis.WebSocket, {
  recorded: builtRecording,
  streamOf: async (siteId) => {
    const name = builtRecording.streamFiles[siteId];
    return name === undefined ? null : readStream(name);
  },
});
// The app would register its own worker, for use without a network, in the place of the one that answers.
ServiceWorkerContainer.prototype.register = function register() {
  return this.ready;
};
// A newer recording has taken over: this page's files are gone.
navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
document.addEventListener("DOMContentLoaded", () => showBanner(document, docsAddress("install", places)));
// Help of each screen names a page of the Pulse that it runs on; here the documentation is elsewhere, or not at all.
const ofPulse = "/docs/";
document.addEventListener(
  "click",
  ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    const href = link?.getAttribute("href") ?? "";
    if (link !== null && href.startsWith(ofPulse)) link.href = docsAddress(href.slice(ofPulse.length), places);
  },
  true,
);
