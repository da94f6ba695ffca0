// What a browser loads before the sign-in and before the map's first view: `npm run bench -- bundle`. The figures come from
// the build in web/dist, which is rebuilt if it is stale. bundle.test.ts checks the limits in every `npm test`.
import { buildWebIfStale } from "../scripts/buildWeb.mjs";
import { measured, report } from "./harness.ts";
import { filesAtMost, mapChunkAtMost, readWebBundle, signInAtMostBytes } from "./load/webBundle.ts";

if (!(await buildWebIfStale())) throw new Error("the web app does not build");
const { signIn, map, mapChunkBytes, mapLibreBytes } = readWebBundle();
const kb = (bytes: number): number => bytes / 1000;
const row = (name: string, figure: number) => measured(name, [figure]);

report({
  bench: "bundle",
  unit: "kB gzip",
  measured: [
    row("sign-in: script", kb(signIn.scriptBytes)),
    row("sign-in: styles", kb(signIn.styleBytes)),
    row("sign-in: fonts", kb(signIn.fontBytes)),
    row("map: script", kb(map.scriptBytes)),
    row("map: styles", kb(map.styleBytes)),
    row("map: fonts", kb(map.fontBytes)),
    row("map's chunk", kb(mapChunkBytes)),
    row("MapLibre's own", kb(mapLibreBytes)),
  ],
  aims: [
    { what: "sign-in: script", value: kb(signIn.scriptBytes), atMost: kb(signInAtMostBytes) },
    { what: "map's chunk ÷ MapLibre's own", value: mapChunkBytes / mapLibreBytes, atMost: mapChunkAtMost },
    { what: "files before the sign-in", value: signIn.files, atMost: filesAtMost },
    { what: "files before the map, from an empty cache", value: map.files, atMost: filesAtMost },
  ],
  notes: [
    "Scripts, styles and fonts of an English-speaking visitor with an empty cache; fonts are compressed as they are.",
    "MapLibre's worker comes with the map on top; it is a file of its own and the same before and after.",
  ],
});
