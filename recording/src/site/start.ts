// The first page of a visit: brings the service worker, then opens the app on it.
import { siteTexts } from "./siteTexts.ts";

const say = (text: string): void => {
  document.querySelector("p")!.textContent = text;
};

async function start(): Promise<void> {
  const isGerman = navigator.language.startsWith("de");
  document.documentElement.lang = isGerman ? "de" : "en";
  const { starting, noWorker } = siteTexts[isGerman ? "de" : "en"];
  say(starting);
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined) return say(noWorker);
  const base = new URL(".", (document.querySelector("script[src]") as HTMLScriptElement).src);
  try {
    await workers.register(new URL("../sw.js", base), { scope: new URL("..", base).pathname });
    await workers.ready;
  } catch {
    return say(noWorker);
  }
  // This page has a name of its own too, under which it would only begin again.
  if (location.pathname.endsWith(".html")) location.replace(new URL("..", base));
  else location.reload();
}

void start();
