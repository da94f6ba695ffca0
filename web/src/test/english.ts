import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { catalogue } from "../text/catalogues/en.ts";
import { speak, speakPages } from "../text/language.ts";
import { texts } from "../text/translate.ts";

// Every test of the browser's components starts in English, as main.tsx does for most people, with the texts of all pages.
texts.addResourceBundle("en", "translation", catalogue);
await speak("en");
await speakPages();

// A condition that is waited for comes late on a machine that many share; a second is not enough for it.
configure({ asyncUtilTimeout: 30_000 });

// happy-dom has no fonts; text areas that grow listen to them.
if (!("fonts" in document)) Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// Files share a worker and its modules, since loading them anew for each took longer than the tests: nothing may stay.
// A file that puts something in a module's place has a worker of its own (vitest.config.ts).
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
