import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerWebApp } from "../src/platform/http/webApp.ts";
import { temporaryFolder } from "./support/database.ts";

const folder = join(temporaryFolder(), "web");
const app = fastify();
beforeAll(async () => {
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<h1>Pulse</h1>");
  writeFileSync(join(folder, "assets", "app-1a2b3c.js"), "let a = 1");
  writeFileSync(join(folder, "assets", "app-1a2b3c.js.br"), brotliCompressSync("let a = 1"));
  writeFileSync(join(folder, "assets", "tiny-1a2b3c.js"), "0");
  await registerWebApp(app, folder);
});
afterAll(() => app.close());

const open = (url: string, encodings = "gzip, br") => app.inject({ url, headers: { "accept-encoding": encodings } });

test("a built file is sent as the build has compressed it, to browsers that read that", async () => {
  const answer = await open("/assets/app-1a2b3c.js");
  expect(answer.headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect(answer.headers["content-type"]).toContain("javascript");
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe("let a = 1");
  const plain = await open("/assets/app-1a2b3c.js", "identity");
  expect([plain.headers["content-encoding"], plain.body]).toEqual([undefined, "let a = 1"]);
  expect((await open("/assets/tiny-1a2b3c.js")).body).toBe("0");
});

test("an address that is no file is the app's page, which is asked for each time", async () => {
  for (const url of ["/", "/sites/1/map"]) {
    const page = await open(url);
    expect([page.statusCode, page.body, page.headers["cache-control"]]).toEqual([200, "<h1>Pulse</h1>", "no-cache"]);
  }
  expect((await open("/assets/none-1a2b3c.js")).statusCode).toBe(404);
});
