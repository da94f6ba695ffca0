import { onlineManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { catalogue } from "../text/catalogues/en.ts";
import { switchLanguage, loadPageTexts } from "../text/language.ts";
import { texts } from "../text/translate.ts";

// Every component test starts in English, as main.tsx does for most people, with the texts of all pages.
texts.addResourceBundle("en", "translation", catalogue);
await switchLanguage("en");
await loadPageTexts();

/** Characters of the page's text in the message of a search that found nothing: enough to tell which page it is. */
const shownCharacters = 300;

configure({
  // On a busy machine a second is not enough to wait for a condition. A test waits for several, and its own limit must not
  // hide which of them never came.
  asyncUtilTimeout: 60_000,
  // The library prints the page's elements over thousands of lines; CI's summary has room for one.
  getElementError: (message, container) => {
    const page = container.cloneNode(true) as Element;
    for (const element of page.querySelectorAll("style, script")) element.remove();
    return new Error(`${message}; the page says: ${page.textContent.slice(0, shownCharacters)}`);
  },
});
vi.setConfig({ testTimeout: 300_000 });

// The simulated browser follows every link that is clicked, a download's too, and files share it: without an address that is
// the server's own, no later test reaches its server.
const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
const startUrl = window.location.href;

// Tests answer for the server themselves; what none of them answers must not reach a real network.
globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));

// happy-dom has no fonts; text areas that grow listen to them.
if (!("fonts" in document)) Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// Files share a worker and its modules, since loading them for each file took longer than the tests: nothing may be left
// over. A file that mocks a module has its own worker (vitest.config.ts).
afterEach(() => {
  cleanup();
  // A query library that believes itself offline asks nothing in any later test.
  onlineManager.setOnline(true);
  happyDOM.setURL(startUrl);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
