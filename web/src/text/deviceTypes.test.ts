import { afterEach, expect, it } from "vitest";
import { gatewayTypeText, trackerTypeText } from "./deviceTypes.ts";
import { loadPageTexts, switchLanguage } from "./language.ts";

afterEach(() => switchLanguage("en"));

it("types of gateways and trackers have names in the reader's language, and unknown ones those of the server", async () => {
  await loadPageTexts();
  expect([gatewayTypeText("MOBILE"), trackerTypeText("GENERIC")]).toEqual(["Mobile gateway", "Generic tracker"]);
  await switchLanguage("de");
  expect([gatewayTypeText("MOBILE"), trackerTypeText("GENERIC")]).toEqual(["Mobiles Gateway", "Sonstiger Tracker"]);
  expect([gatewayTypeText("NEWER", "Newer gateway"), trackerTypeText("NEWER")]).toEqual(["Newer gateway", "NEWER"]);
});
