// A release as a stranger meets it: `npm run test:release` builds it, and here its tarball is installed and started.
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { createAsset } from "@pulse/contract/assetChanges";
import { getAsset, getAssetHistory, listLiveAssets } from "@pulse/contract/assets";
import { listGeofenceHistory } from "@pulse/contract/geofenceStays";
import { listSites } from "@pulse/contract/sites";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts, signIn } from "../support/world.ts";
import { type InstalledRelease, installRelease } from "./installedRelease.ts";

let release: InstalledRelease;
beforeAll(async () => {
  release = await installRelease();
});
afterAll(() => release?.remove());

const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8")) as unknown;
const bin = (): string => join(release.folder, "node_modules", ".bin", "pulse");

/** Signs in; the returned function asks when each asset was last located, of those that the Harbour Warehouse's map shows. */
async function warehouseMap(url: string): Promise<() => Promise<Map<string, string>>> {
  const api = await signIn(url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  return async () => {
    const assets = await api.call(listLiveAssets, { query: { siteId: site?.id } });
    return new Map(assets.flatMap(({ guid, lat, lastUpdated }) => (lat === null ? [] : [[guid, String(lastUpdated)]])));
  };
}

test("the tarball has the command, JavaScript, the web app, the documentation and the papers, and no TypeScript, tests or recordings", () => {
  const allowed = [
    /^(LICENSE|LICENSES\.txt|README\.md|package\.json|sbom\.cdx\.json)$/,
    /^bin\/[\w]+\.mjs$/,
    /^lib\/[\w.-]+\.js$/,
    /^lib\/swagger-ui\/swagger-ui(-bundle\.js|\.css)$/,
    /^docs\/dist\/.+\.(html|js|css|json|webp|svg|png|woff2)$/,
    // Compressed ones lie beside what they were made of.
    /^web\/dist\/(.+\.(html|js|mjs|css|svg|png|woff2|webmanifest)|assets\/countries-50m-.+\.json)(\.br)?$/,
  ];
  expect(release.files.filter((path) => !allowed.some((each) => each.test(path)))).toEqual([]);
  expect(release.files.filter((path) => /\.(test|spec|bench)[.-]/.test(path))).toEqual([]);
  for (const path of [
    "bin/pulse.mjs",
    "lib/main.js",
    "web/dist/index.html",
    "docs/dist/index.html",
    "LICENSES.txt",
    "sbom.cdx.json",
  ])
    expect(release.files).toContain(path);
});

test("every thread, process and folder that the code finds by its path is in the tarball", async () => {
  const lib = release.files.filter((path) => /^lib\/[^/]+\.js$/.test(path));
  const texts = await Promise.all(lib.map((path) => readFile(join(release.packageFolder, path), "utf8")));
  const found = texts.flatMap((text) => [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)]);
  const paths = [...new Set(found.map(([, path]) => join("lib", path!)))];
  expect(paths).toEqual(
    expect.arrayContaining(["lib/pgliteWorker.js", "lib/imageProcess.js", "web/dist", "docs/dist"]),
  );
  expect(paths.filter((path) => !release.files.some((file) => file === path || file.startsWith(`${path}/`)))).toEqual(
    [],
  );
});

test("the SBOM names the packages inside, and none of those that only build or test Pulse", async () => {
  const bill = (await readJson(join(release.packageFolder, "sbom.cdx.json"))) as {
    components: { name: string; version: string }[];
  };
  const lock = (await readJson(join(import.meta.dirname, "..", "..", "package-lock.json"))) as {
    packages: Record<string, { version?: string; dev?: boolean }>;
  };
  const tools = new Set(
    Object.entries(lock.packages).map(([path, { version, dev }]) =>
      dev === true ? `${path.split("node_modules/").at(-1)} ${version}` : "",
    ),
  );
  const names = bill.components.map(({ name, version }) => `${name} ${version}`);
  expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^fastify /), expect.stringMatching(/^react /)]));
  expect(names.filter((name) => tools.has(name))).toEqual([]);
});

test("pulse --version names the version and the commit that the release was built from", async () => {
  const { version } = (await readJson(join(release.packageFolder, "package.json"))) as { version: string };
  const printed = await release.output("npx", "pulse", "--version");
  expect(printed).toMatch(/^\S+ \(commit [0-9a-f]{7,}(-dirty)?\)\n$/);
  expect(printed.split(" ")[0]).toBe(version);
});

test("npx pulse demo is live in an empty folder, is backed up while it runs, and serve goes on with its data", async () => {
  const demo = release.start("npx", "pulse", "demo");
  const url = await demo.url;
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready" });
  const page = await (await fetch(`${url}/sign-in`)).text();
  const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
  const code = await fetch(new URL(script ?? "", url));
  expect([code.status, code.headers.get("content-type")]).toEqual([200, expect.stringContaining("javascript")]);
  const docs = await (await fetch(`${url}/api/docs`, { redirect: "follow" })).text();
  expect(docs).toContain("swagger-ui");
  expect(await (await fetch(`${url}/docs/guide/start`)).text()).toContain("Start in five minutes");

  const located = await warehouseMap(url);
  await expect.poll(async () => (await located()).size).toBeGreaterThan(0);
  const first = await located();
  const isLive = async (): Promise<boolean> =>
    [...(await located())].some(([guid, time]) => first.has(guid) && first.get(guid) !== time);
  await expect.poll(isLive).toBe(true);

  const backup = join(release.folder, "pulse.backup");
  expect(await release.output(bin(), "backup", backup)).toContain(backup);
  expect((await stat(backup)).size).toBeGreaterThan(0);

  // npm's shell dies of the signal, and with it npx; Pulse itself stops in order, which its end below shows.
  demo.child.kill("SIGTERM");
  await demo.ended;
  expect(demo.stderr()).toContain("Stopping ...");
  expect(demo.stderr()).not.toContain("Warning: ");
  expect(await readdir(release.folder)).toContain("data");

  const serve = release.start(bin(), "serve");
  expect((await fetch(`${await serve.url}/readyz`)).status).toBe(200);
  serve.child.kill("SIGTERM");
  expect(await serve.ended).toBe(0);
});

test("the data folder of the previous release starts on this one: its people sign in, its things and their history are there, and new things are added", async () => {
  const previous = join(import.meta.dirname, "previous");
  const { sha256, made, email, asset, geofence } = (await readJson(join(previous, "data.json"))) as Record<
    string,
    string
  >;
  const packed = await readFile(join(previous, "data.tar.zst"));
  expect(createHash("sha256").update(packed).digest("hex")).toBe(sha256);
  const folder = join(release.folder, "previous");
  await mkdir(folder);
  const tar = spawn("tar", ["--extract", "--no-same-owner", "--directory", folder], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  tar.stdin.end(zstdDecompressSync(packed));
  expect(await once(tar, "exit")).toEqual([0, null]);

  // However old the folder is.
  const keep = { PULSE_KEEP_POSITIONS_DAY: "3650", PULSE_KEEP_EVENTS_DAY: "3650" };
  const settings = { PULSE_DATA_DIR: join(folder, "data"), PULSE_OUTBOX: "1", ...keep };
  const first = release.startWith(settings, bin(), "serve");
  const url = await first.url;
  const api = await signIn(url, email!);
  const cart = await api.call(getAsset, { params: { id: asset! } });
  expect(cart.name).toBe("Cart 1");
  const history = await api.call(getAssetHistory, {
    params: { id: asset! },
    query: { startTimeUtc: made, endTimeUtc: new Date().toISOString() },
  });
  expect(history.length).toBeGreaterThan(1);
  const [stay] = await api.call(listGeofenceHistory, { params: { id: geofence! } });
  expect(stay?.exitTime).not.toBeNull();
  const site = (await api.call(listSites)).find(({ name }) => name === "Old warehouse");
  const added = await api.call(createAsset, { query: { siteId: site!.id }, body: { name: "Cart 2", type: "Cart" } });
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  const second = release.startWith(settings, bin(), "serve");
  const again = await signIn(await second.url, email!);
  expect(await again.call(getAsset, { params: { id: added.id } })).toMatchObject({ name: "Cart 2" });
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
});
