import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import MiniSearch from "../site/siteSearch.ts";
import { beforeAll, expect, test } from "vitest";
import { buildDocsIfStale } from "../../scripts/buildDocs.mjs";
import { searchOptions } from "../site/searchOptions.ts";
import { docs } from "./site.ts";

const indexes = new Map<string, MiniSearch>();

/** The index that the site's search box loads, read as the box reads it (VPLocalSearchBox.vue of VitePress). */
async function loadIndex(locale: string): Promise<MiniSearch> {
  const [file] = globSync(`dist/assets/chunks/@localSearchIndex${locale}.*.js`, { cwd: docs });
  if (file === undefined) throw new Error(`the site has no search index for ${locale}`);
  const { default: json } = (await import(pathToFileURL(join(docs, file)).href)) as { default: string };
  return MiniSearch.loadJSON(json, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    searchOptions,
  });
}

beforeAll(async () => {
  if (!(await buildDocsIfStale())) throw new Error("the documentation does not build");
  for (const locale of ["root", "de"]) indexes.set(locale, await loadIndex(locale));
});

/** The page of the first hit, without its anchor. */
function firstPage(question: string, locale: string): string {
  const [best] = indexes.get(locale)!.search(question);
  return String(best?.id).replace(/#.*$/, "");
}

test.each([
  ["how do I find a thing on the map", "/docs/guide/find"],
  ["how do I invite a colleague", "/docs/guide/people"],
  ["how do I draw a geofence", "/docs/guide/fences"],
  ["how do I connect a Ruuvi gateway", "/docs/guide/gateways/ruuvi"],
  ["how do I get a report by mail each day", "/docs/guide/reports"],
  ["how do I make a backup", "/docs/backup"],
  ["why is the position not accurate", "/docs/guide/accuracy"],
  ["why does the alert PulseDiskFillsUp fire", "/docs/operate"],
  ["what is PULSE_TRUST_PROXY", "/docs/reverseProxy"],
  ["what is an API key", "/docs/guide/api"],
])("the search box answers \u201C%s\u201D with %s first", (question, page) => {
  expect(firstPage(question, "root")).toBe(page);
});

test.each([
  ["wie finde ich ein Ding auf der Karte", "/docs/de/guide/find"],
  ["Geofence zeichnen", "/docs/de/guide/fences"],
  ["Benutzer einladen", "/docs/de/guide/people"],
])("the German search box answers \u201E%s\u201C with %s first", (question, page) => {
  expect(firstPage(question, "de")).toBe(page);
});
