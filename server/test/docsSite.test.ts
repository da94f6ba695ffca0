import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "./support/database.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

const folder = join(temporaryFolder(), "site");
let pulse: TestPulse;
beforeAll(async () => {
  mkdirSync(join(folder, "assets"), { recursive: true });
  mkdirSync(join(folder, "guide", "gateways"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<h1>Pulse</h1>");
  writeFileSync(join(folder, "404.html"), "<h1>No such page</h1>");
  writeFileSync(join(folder, "guide", "start.html"), "<h1>Start</h1>");
  writeFileSync(join(folder, "guide", "gateways", "index.html"), "<h1>Gateways</h1>");
  writeFileSync(join(folder, "assets", "app.1a2b3c.js"), "0");
  writeFileSync(join(folder, ".built-from"), "hash");
  writeFileSync(join(folder, "..", "secret.html"), "secret");
  pulse = await testPulse({}, { docsFolder: folder });
});
afterAll(() => pulse.stop());

const open = (path: string) => fetch(`${pulse.url}${path}`, { redirect: "manual" });

test.each([
  ["/docs/", "Pulse"],
  ["/docs/guide/start", "Start"],
  ["/docs/guide/start?from=map", "Start"],
  ["/docs/guide/gateways/", "Gateways"],
])("everybody may read %s without signing in", async (path, title) => {
  const answer = await open(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/html");
  expect(await answer.text()).toContain(title);
});

test.each([
  ["/docs", "/docs/"],
  ["/docs/guide/gateways", "/docs/guide/gateways/"],
])("%s leads to %s", async (path, to) => {
  const answer = await open(path);
  expect(answer.status).toBeGreaterThanOrEqual(301);
  expect(answer.headers.get("location")).toBe(to);
});

test("pages run scripts of our own origin only, and none that are written into them", async () => {
  const policy = (await open("/docs/guide/start")).headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self';");
});

test("a file whose name has a hash is kept by browsers for a year, and a page is asked for each time", async () => {
  const cached = async (path: string) => (await open(path)).headers.get("cache-control");
  expect(await cached("/docs/assets/app.1a2b3c.js")).toBe("public, max-age=31536000, immutable");
  expect(await cached("/docs/guide/start")).toBe("no-cache");
  expect(await cached("/docs/")).toBe("no-cache");
});

test("a page that does not exist is the site's own page for that", async () => {
  const answer = await open("/docs/guide/nothing");
  expect([answer.status, await answer.text()]).toEqual([404, "<h1>No such page</h1>"]);
});

test.each([
  "/docs/../secret.html",
  "/docs/..%2fsecret.html",
  "/docs/%2e%2e/secret.html",
  "/docs/guide/..%5c..%5csecret.html",
  "/docs//../secret",
  "/docs/.built-from",
])("nothing outside of the site is served: %s", async (path) => {
  const { status, text } = await raw(path);
  expect(text).not.toContain("secret");
  expect(text).not.toBe("hash");
  expect(status).not.toBe(500);
});

test("without the documentation, Help opens a page that says so in both languages, and appears once it is built", async () => {
  await pulse.stop();
  const later = join(temporaryFolder(), "later");
  pulse = await testPulse({}, { docsFolder: later });
  const answer = await open("/docs/guide/start");
  expect(answer.status).toBe(404);
  const text = await answer.text();
  expect(text).toContain("The documentation is not here yet");
  expect(text).toContain("Die Dokumentation fehlt");
  mkdirSync(join(later, "guide"), { recursive: true });
  writeFileSync(join(later, "guide", "start.html"), "<h1>Start</h1>");
  expect((await open("/docs/guide/start")).status).toBe(200);
  rmSync(later, { recursive: true });
  expect((await open("/docs/guide/start")).status).toBe(404);
});

/** A request with its path as it stands, which `fetch` would straighten. */
function raw(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: pulse.port, path }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject).end();
  });
}
