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

/** Questions of people who have not read anything yet, in their own words. */
const english: [question: string, page: string][] = [
  ["how do I find a thing on the map", "guide/find"],
  ["how do I invite a colleague", "guide/people"],
  ["how do I draw a geofence", "guide/fences"],
  ["how do I connect a Ruuvi gateway", "guide/gateways/ruuvi"],
  ["how do I get a report by mail each day", "guide/reports"],
  ["how do I make a backup", "backup"],
  ["why is the position not accurate", "guide/accuracy"],
  ["why does the alert PulseDiskFillsUp fire", "operate"],
  ["what is PULSE_TRUST_PROXY", "reverseProxy"],
  ["what is an API key", "guide/api"],
  ["how do I upload a floor plan", "guide/firstSite"],
  ["how do I install Pulse on Debian", "install"],
  ["where was my forklift yesterday", "guide/find"],
  ["how many gateways do I need", "guide/accuracy"],
  ["why has my asset no dot", "guide/firstSite"],
  ["why is my gateway never connected", "guide/gateways/index"],
  ["how do I set up HTTPS with a certificate", "https"],
  ["how do I sign in with Microsoft Entra", "singleSignOn"],
  ["how do I publish from my own program over MQTT as JSON", "guide/gateways/other"],
  ["what does error 429 mean", "reference/errors"],
  ["can I use PostgreSQL", "movingUp"],
  ["how do I call a webhook when something leaves a room", "guide/webhooks"],
  ["I did not get the code by SMS", "sms"],
  ["show the map on a TV", "wallDisplay"],
];

const german: [question: string, page: string][] = [
  ["wie finde ich ein Ding auf der Karte", "de/guide/find"],
  ["Geofence zeichnen", "de/guide/fences"],
  ["Benutzer einladen", "de/guide/people"],
  ["wie lade ich einen Grundriss hoch", "de/guide/firstSite"],
  ["wie genau ist die Position", "de/guide/accuracy"],
  ["wie viele Gateways brauche ich", "de/guide/accuracy"],
  ["warum hat mein Asset keinen Punkt", "de/guide/firstSite"],
  ["Bericht jeden Tag per E-Mail", "de/guide/reports"],
  ["wo war der Stapler gestern", "de/guide/find"],
  ["wie starte ich die Demo", "de/guide/start"],
  ["wer darf was", "de/guide/people"],
  ["wie schließe ich ein Gateway von Ruuvi an", "de/guide/gateways/ruuvi"],
  ["Passwort vergessen", "de/guide/people"],
];

test("strangers ask at least twenty questions in English and ten in German", () => {
  expect(english.length).toBeGreaterThanOrEqual(20);
  expect(german.length).toBeGreaterThanOrEqual(10);
});

const addressOf = (page: string): string => `/docs/${page.replace(/index$/, "")}`;

test.each(english)("the search box answers \u201C%s\u201D with %s first", (question, page) => {
  expect(firstPage(question, "root")).toBe(addressOf(page));
});

test.each(german)("the German search box answers \u201E%s\u201C with %s first", (question, page) => {
  expect(firstPage(question, "de")).toBe(addressOf(page));
});
