import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { catalogue as german } from "./catalogues/de.ts";
import { switchLanguage, startLanguage } from "./language.ts";
import { languages } from "./languages.ts";
import { metresText, texts } from "./translate.ts";

const de = languages.find(({ code }) => code === "de")!;

beforeEach(() => texts.removeResourceBundle("de", "translation"));
afterEach(async () => {
  vi.restoreAllMocks();
  await switchLanguage("en");
});

// Other files in this worker use German too.
afterAll(async () => {
  for (const { catalogue } of [await de.load(), await de.loadPages()])
    texts.addResourceBundle("de", "translation", catalogue, true);
});

it("the language changes once its texts have loaded, and not before", async () => {
  let come: (texts: { catalogue: object }) => void = () => undefined;
  vi.spyOn(de, "load").mockReturnValue(new Promise((resolve) => (come = resolve)));
  const switching = switchLanguage("de");
  expect(texts.t("user.signOut")).toBe("Sign out");
  expect(document.documentElement.lang).not.toBe("de");
  come({ catalogue: german });
  await switching;
  expect(texts.t("user.signOut")).toBe(german.user.signOut);
  expect(document.documentElement.lang).toBe("de");
});

it("the language is the later one of two chosen quickly", async () => {
  let come: (texts: { catalogue: object }) => void = () => undefined;
  vi.spyOn(de, "load").mockReturnValue(new Promise((resolve) => (come = resolve)));
  const first = switchLanguage("de");
  await switchLanguage("en");
  come({ catalogue: german });
  await first;
  expect(texts.language).toBe("en");
});

it("the language stays the same when the texts of the next one do not load", async () => {
  vi.spyOn(de, "load").mockRejectedValue(new TypeError("offline"));
  await expect(switchLanguage("de")).rejects.toThrow("offline");
  expect(texts.t("user.signOut")).toBe("Sign out");
});

it("the language writes numbers in its own way, and the singular for one", async () => {
  const floor = (count: number): string => texts.t("map.floorCount", { floor: "Ground", count });
  expect([metresText(4.06), floor(1), floor(2)]).toEqual(["4.1\u00A0m", "Ground, 1 asset", "Ground, 2 assets"]);
  await switchLanguage("de");
  expect([metresText(4.06), floor(1)]).toEqual(["4,1\u00A0m", "Ground, 1 Asset"]);
});

it("the first screen is in the language of an invitation's link, which is stored, else in the one chosen in this browser", () => {
  const stored = new Map<string, string>([["language", "en"]]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  expect(startLanguage("", storage, "de-DE")).toBe("en");
  expect(startLanguage("?language=xx", storage, "de-DE")).toBe("en");
  expect(startLanguage("?language=de", storage, "en-GB")).toBe("de");
  expect(startLanguage("", storage, "en-GB")).toBe("de");
  stored.clear();
  expect(startLanguage("", storage, "de-AT")).toBe("de");
  expect(startLanguage("", storage, "fr")).toBe("en");
});
