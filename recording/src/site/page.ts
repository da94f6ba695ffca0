// Runs before the app: signs the recorded person in, plays the live socket and says that this is a recording.
import type { LiveStream } from "../live/liveStream.ts";
import { showBanner } from "./banner.ts";
import { playedWebSocket } from "./playedWebSocket.ts";
import { once, readPacked } from "./readPacked.ts";
import { signIn } from "./signedIn.ts";

const base = new URL("..", (document.currentScript as HTMLScriptElement).src);
const { docsUrl } = builtRecording;
const aboutUrl = docsUrl === null ? new URL("about.html", base) : new URL("install.html", docsUrl);
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
document.addEventListener("DOMContentLoaded", () => showBanner(document, aboutUrl.href));
