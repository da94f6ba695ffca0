import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { buildDemoSite, type DemoSiteBytes, maxBytes } from "../../scripts/buildDemoSite.mjs";
import { type FileServer, serveFiles } from "../support/fileServer.ts";
import { accessibilityFaults, type Complaints, placesOnMap, watchConsole } from "../support/page.ts";
import { visit } from "../support/screens.ts";

// The public demo: a folder of files, which a service worker brings to life. Here it plays less than a minute.
test.use({ serviceWorkers: "allow", contextOptions: { reducedMotion: "no-preference" } });

const minutes = 0.4;
let folder: string;
let bytes: DemoSiteBytes | null;
let files: FileServer;
/** The same below another folder of the host, with the documentation beside it. */
const base = "/shown/demo/";
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pulse-demo-site-"));
  const started = performance.now();
  bytes = await buildDemoSite(folder, { minutes, site: "harbour" });
  const again = { base, docs: true, recording: join(import.meta.dirname, "..", "..", ".cache", "recording") } as const;
  if (bytes !== null && (await buildDemoSite(join(folder, base), again)) === null) bytes = null;
  console.log(
    `the demo site was built twice in ${((performance.now() - started) / 1000).toFixed(1)} s: ${bytes?.demo} bytes`,
  );
  files = await serveFiles(folder);
});
test.afterAll(async () => {
  await files?.stop();
  await rm(folder, { recursive: true, force: true });
});

let complaints: Complaints;
let hosts: Set<string>;
test.beforeEach(async ({ page, context }) => {
  complaints = watchConsole(page);
  hosts = new Set();
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http")) hosts.add(host);
  });
});
test.afterEach(() => {
  expect(complaints).toEqual([]);
  expect([...hosts].filter((host) => host !== new URL(files.url).host)).toEqual([]);
});

async function openDemo(page: Page): Promise<void> {
  await page.goto(files.url);
  await expect(page.getByRole("region", { name: /^Map of Harbour Warehouse/ })).toBeVisible();
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(100);
}

test("the demo site is small enough for a slow line", () => {
  expect(bytes).not.toBeNull();
  expect(bytes!.demo).toBeLessThan(maxBytes);
});

test("the demo site opens on a live map whose assets move, and says that it is a recording", async ({ page }) => {
  await openDemo(page);
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  const banner = page.getByRole("complementary", { name: "This is a recording." });
  await expect(banner).toBeVisible();
  await expect(banner.getByRole("link", { name: "Install Pulse" })).toHaveAttribute("href", /about\.html$/);
  const first = await placesOnMap(page);
  const moved = async () => [...(await placesOnMap(page))].filter(([guid, place]) => first.get(guid) !== place).length;
  await expect.poll(moved).toBeGreaterThan(3);
});

test("the demo site goes on when the recording begins again", async ({ page }) => {
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  let connections = 0;
  await page.exposeFunction("noteConnection", () => void connections++);
  await page.addInitScript(() => {
    const { noteConnection } = globalThis as unknown as { noteConnection(): void };
    // The page script puts the played sockets here; each of the app's connections makes one.
    let played = globalThis.WebSocket;
    Object.defineProperty(globalThis, "WebSocket", {
      get: () => played,
      set: (next: typeof WebSocket) => {
        played = new Proxy(next, {
          construct(target, words) {
            noteConnection();
            return Reflect.construct(target, words) as object;
          },
        });
      },
    });
  });
  await openDemo(page);
  // At the end of the recording the connection closes, and the app opens another.
  await expect.poll(() => connections).toBeGreaterThan(0);
  const before = connections;
  await expect.poll(() => connections, { timeout: minutes * 60_000 + 60_000 }).toBeGreaterThan(before);
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  const first = await placesOnMap(page);
  const moved = async () => [...(await placesOnMap(page))].filter(([guid, place]) => first.get(guid) !== place).length;
  await expect.poll(moved).toBeGreaterThan(1);
  expect(sockets).toEqual([]);
});

test("the pages of an asset, its history, the reports, devices and people show what was recorded", async ({ page }) => {
  await openDemo(page);
  const [, site = ""] = /\/sites\/([^/?]+)/.exec(page.url()) ?? [];
  await visit(page, `/sites/${site}/assets`);
  await page
    .getByRole("link", { name: /FL-004/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: /FL-004/ }).first()).toBeVisible();
  // How many stays there are is up to the recording.
  await expect(
    page
      .getByRole("table")
      .getByRole("row", { name: /Floor 1/ })
      .first(),
  ).toBeVisible();
  const screens: [path: string, words: string | RegExp][] = [
    ["/reports", "Reports"],
    [`/sites/${site}/geofences`, "Loading bay 3"],
    [`/sites/${site}/devices/gateways`, /^G-05/],
    [`/sites/${site}/devices/trackers`, /FL-004/],
    ["/access/users", "Vic Lindqvist"],
    ["/audit", "Signed in"],
    ["/profile", "Profile"],
  ];
  for (const [path, words] of screens) {
    await visit(page, path);
    await expect(page.getByText(words).first(), path).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText("Profile").first()).toBeVisible();
});

test("a change is refused with the reason", async ({ page }) => {
  await openDemo(page);
  const [, site = ""] = /\/sites\/([^/?]+)/.exec(page.url()) ?? [];
  await visit(page, `/sites/${site}/assets`);
  await page
    .getByRole("link", { name: /FL-004/ })
    .first()
    .click();
  await page.getByRole("textbox", { name: "Name" }).first().fill("Another name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is a recording: nothing in it can be changed.").first()).toBeVisible();
  // The browser itself complains about the status of the refusal.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("403")]);
});

test("the documentation beside a demo in a folder of its host shows the demo in a frame", async ({ page }) => {
  await page.goto(`${files.url}${base}docs/`);
  const demo = page.frameLocator("iframe[title^='The live map']");
  await expect(demo.getByRole("complementary", { name: "This is a recording." })).toBeVisible();
  await expect(demo.getByRole("region", { name: /^Map of Harbour Warehouse/ })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await demo.getByRole("link", { name: "Install Pulse" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Install Pulse" })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`${files.url}${base}docs/install.html`);
  await expect(page.getByRole("heading", { level: 1, name: "Install Pulse" })).toBeVisible();
});

test("the German documentation shows the demo in German", async ({ page }) => {
  await page.goto(`${files.url}${base}docs/de/`);
  const demo = page.frameLocator("iframe[title^='Die Karte']");
  await expect(demo.getByRole("complementary", { name: "Dies ist eine Aufzeichnung." })).toBeVisible();
  await expect(demo.getByText("Etagen").first()).toBeVisible();
});

test("Help of a demo in a folder of its host leads to the documentation beside it", async ({ page }) => {
  await page.goto(`${files.url}${base}`);
  await expect(page.getByRole("region", { name: /^Map of Harbour Warehouse/ })).toBeVisible();
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("menuitem", { name: "Help" }).click();
  const help = await opened;
  await expect(help.getByRole("heading", { level: 1, name: "Find things on the map" })).toBeVisible();
  await expect(help).toHaveURL(`${files.url}${base}docs/guide/find.html`);
});
