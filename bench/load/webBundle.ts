import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = join(import.meta.dirname, "../../web/dist");
const mapLibre = join(import.meta.dirname, "../../node_modules/maplibre-gl/dist/maplibre-gl.mjs");
const entry = "index.html";
const english = "src/text/catalogues/en.ts";
const englishPages = "src/text/catalogues/enPages.ts";

/** What Vite writes about each built file; the key is the source it starts with. */
interface Built {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Readonly<Record<string, Built>>;

/** What the browser loads before a page is visible. */
export interface FirstLoad {
  scriptBytes: number;
  styleBytes: number;
  fontBytes: number;
  scripts: number;
  /** Scripts, styles and fonts together. */
  files: number;
}

/** The sizes of the built web app, gzipped, and what they are compared with. */
export interface WebBundle {
  signIn: FirstLoad;
  map: FirstLoad;
  /** The script with the map engine, including MapLibre. */
  mapChunkBytes: number;
  /** MapLibre's own published script. */
  mapLibreBytes: number;
}

/** Bytes of gzipped script before the sign-in is visible. */
export const signInAtMostBytes = 184_000;
/** How many times MapLibre's own size the map's chunk may be. */
export const mapChunkAtMost = 1.1;
/** Scripts, styles and fonts from an empty cache. */
export const filesAtMost = 19;

/** Reads the sizes from the build in web/dist. @throws {Error} if there is none */
export function readWebBundle(): WebBundle {
  const manifestFile = join(dist, ".vite/manifest.json");
  if (!existsSync(manifestFile)) throw new Error("web/dist holds no build: run `npm run build -w web` first");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
  const shell = ["src/frame/signedIn.ts", "src/map/page/MapPage.tsx", "src/mapChunk.ts", "src/api/client.ts"];
  return {
    signIn: firstLoad(manifest, [entry, english]),
    map: firstLoad(manifest, [entry, english, englishPages, ...shell]),
    mapChunkBytes: gzipped(join(dist, builtFrom(manifest, "src/mapChunk.ts").file)),
    mapLibreBytes: gzipped(mapLibre),
  };
}

function firstLoad(manifest: Manifest, sources: readonly string[]): FirstLoad {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (source: string): void => {
    const { file, imports = [], css = [] } = builtFrom(manifest, source);
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const style of css) styles.add(style);
    for (const next of imports) visit(next);
  };
  for (const source of sources) visit(source);
  const fonts = Object.values(manifest).filter(({ file }) => /inter-latin-opsz-normal.*[.]woff2$/.test(file));
  const bytesOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + gzipped(join(dist, file)), 0);
  return {
    scriptBytes: bytesOf(scripts),
    styleBytes: bytesOf(styles),
    fontBytes: fonts.reduce((sum, { file }) => sum + readFileSync(join(dist, file)).length, 0),
    scripts: scripts.size,
    files: scripts.size + styles.size + fonts.length,
  };
}

function builtFrom(manifest: Manifest, source: string): Built {
  const built = manifest[source];
  if (built === undefined) throw new Error(`the build in web/dist has no ${source}: name here what took its place`);
  return built;
}

function gzipped(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length;
}
