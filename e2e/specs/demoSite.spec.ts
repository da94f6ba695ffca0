import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { buildDemoSite, maxBytes } from "../../scripts/buildDemoSite.mjs";
import { type FileServer, serveFiles } from "../support/fileServer.ts";
import { type Complaints, placesOnMap, watchConsole } from "../support/page.ts";
import { visit } from "../support/screens.ts";

// The public demo: a folder of files, which a service worker brings to life. Here it plays less than a minute.
test.use({ serviceWorkers: "allow", contextOptions: { reducedMotion: "no-preference" } });

const minutes = 0.4;
let folder: string;
let bytes: number | null;
let files: FileServer;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pulse-demo-site-"));
  const started = performance.now();
  bytes = await buildDemoSite(folder, {
    minutes,
    site: "harbour",
  });
  console.log(`the demo site was built in ${((performance.now() - started) / 1000).toFixed(1)} s: ${bytes} bytes`);
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
  expect(bytes!).toBeLessThan(maxBytes);
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
