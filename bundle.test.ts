import { beforeAll, expect, test } from "vitest";
import {
  filesAtMost,
  mapChunkAtMost,
  readWebBundle,
  signInAtMostBytes,
  type WebBundle,
} from "./bench/load/webBundle.ts";
import { buildWebIfStale } from "./scripts/buildWeb.mjs";

// Held here and not in the build, so that no run of the tests passes it over. What the figures are: `npm run bench -- bundle`.
let bundle: WebBundle;
beforeAll(async () => {
  if (!(await buildWebIfStale())) throw new Error("the web app does not build");
  bundle = readWebBundle();
}, 120_000);

test("the sign-in loads no more script than its limit", () => {
  expect(bundle.signIn.scriptBytes).toBeLessThanOrEqual(signInAtMostBytes);
});

test("the map's chunk is hardly larger than MapLibre", () => {
  expect(bundle.mapChunkBytes / bundle.mapLibreBytes).toBeLessThanOrEqual(mapChunkAtMost);
});

test("few files load before the sign-in and before the map", () => {
  expect(bundle.signIn.files).toBeLessThanOrEqual(filesAtMost);
  expect(bundle.map.files).toBeLessThanOrEqual(filesAtMost);
});
