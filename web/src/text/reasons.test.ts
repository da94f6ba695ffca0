import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { reasonText } from "../api/reasonText.ts";
import { catalogue } from "./catalogues/enPages.ts";
import { switchLanguage, loadPageTexts } from "./language.ts";

const root = resolve(import.meta.dirname, "../../..");
// What only programs and the log read.
const notForPeople = [
  "pipeline/ingest",
  "pipeline/publish",
  "platform/broker",
  "platform/devices",
  "platform/log",
  "live",
  "platform/config",
  "start",
];
const sources = globSync("{server,contract,geo}/src/**/*.ts", {
  cwd: root,
  exclude: ["**/*.test.ts", ...notForPeople.flatMap((path) => [`server/src/${path}`, `server/src/${path}/**`])],
}).map((file) => readFileSync(resolve(root, file), "utf8"));

/** Their codes have a text of their own, or nobody sees them. */
const codesOwn = new Set([
  "Start date must not be greater than end date",
  "Still working on this. Try again in a moment",
  "7 more were not checked",
]);
const quoted = String.raw`(?:"((?:[^"\\]|\\.)*)"|\x60((?:[^\x60\\]|\\.)*)\x60)`;
/** Where a sentence of a refusal is written. */
const writings = [
  String.raw`\bmessage(?:: | = |: unsafe \? )${quoted}`,
  String.raw`\b(?:refused|kmlRefused|atFile|outOfRange|refuse|place|form)\((?:"\w+", |column, )?${quoted}`,
  String.raw`\bwhat: ${quoted}`,
].map((pattern) => new RegExp(pattern, "g"));

function sentences(): string[] {
  const all = sources
    .filter((text) =>
      /AppError|ErrorDetail|wrongValues|kmlRefused|refused\(|FaultKind|zod|Refusal|ReachCheck|PartHealth/.test(text),
    )
    .flatMap((text) => writings.flatMap((pattern) => [...text.matchAll(pattern)]))
    .map(([, plain, filled]) => plain ?? (filled ?? "").replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "7"));
  return [...new Set(all)].filter((text) => /[a-z] [a-z]/i.test(text) && !codesOwn.has(text));
}

it("every sentence with which the server refuses something has a German text", async () => {
  await loadPageTexts();
  await switchLanguage("de");
  const all = sentences();
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((text) => reasonText(text) === null)).toEqual([]);
  await switchLanguage("en");
});

/** Put together from the text of a code and what is not allowed. */
const ofCatalogue = "You are not allowed to do this: {{what}}";

it("every sentence of the catalogue of reasons is still written somewhere in the server", () => {
  const written = sources.join("\n");
  const unwritten = Object.keys(catalogue.reasons)
    .filter((sentence) => sentence !== ofCatalogue)
    .filter((sentence) => !sentence.split(/\{\{\w+\}\}/).every((part) => written.includes(part)));
  expect(unwritten).toEqual([]);
});
