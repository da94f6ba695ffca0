import { once } from "node:events";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { anAsset, type TestSite } from "./support/builders.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let assetId: string;

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token } = await anOrganisation(pulse));
});
afterAll(() => pulse.stop());
beforeEach(async () => {
  assetId = (await anAsset(pulse, customer, site)).id;
});

const folder = (): string => join(pulse.config.dataDir, "files");
const stored = (): string[] => readdirSync(folder()).toSorted();
const picture = (width: number, height: number, color = "teal") =>
  sharp({ create: { width, height, channels: 3, background: color } });

interface Sent {
  part?: string;
  name?: string;
  key?: string;
}
async function put(bytes: Uint8Array, { part = "file", name = "picture.png", key }: Sent = {}) {
  const form = new FormData();
  form.append("note", "other parts are ignored");
  form.append(part, new Blob([Uint8Array.from(bytes)]), name);
  const answer = await fetch(`${pulse.url}/api/v3/assets/${assetId}/image`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, ...(key ? { "idempotency-key": key } : {}) },
    body: form,
  });
  const text = await answer.text();
  const { content } = (JSON.parse(text) as { result: { content: Record<string, unknown> } }).result;
  return { status: answer.status, text, content };
}
const idIn = (url: unknown): string => String(url).split("/").at(-1)!;
const imageOf = async (): Promise<unknown> =>
  (await call(pulse, "GET", `assets/${assetId}`, { token })).content["image_url"];
/** The picture's bytes as they are served. */
async function served(url: unknown): Promise<Buffer> {
  const answer = await fetch(`${pulse.url}${String(url)}`, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
  return Buffer.from(await answer.arrayBuffer());
}

test.each([
  ["PNG", () => picture(300, 200).png().toBuffer()],
  ["JPEG", () => picture(300, 200).jpeg().toBuffer()],
  ["WebP", () => picture(300, 200).webp().toBuffer()],
])("a %s becomes the asset's picture, re-encoded, and the log records the change", async (_type, bytes) => {
  const { version } = (await call(pulse, "GET", `assets/${assetId}`, { token })).content as unknown as {
    version: number;
  };
  const answer = await put(await bytes());
  expect([answer.status, answer.content["id"], answer.content["version"]]).toEqual([200, assetId, version + 1]);
  const url = answer.content["image_url"];
  expect(await imageOf()).toBe(url);
  expect(await sharp(await served(url)).metadata()).toMatchObject({ format: "webp", width: 300, height: 200 });
  const entry = await pulse.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("entity_id", "=", assetId)
    .executeTakeFirstOrThrow();
  const imageId = idIn(url);
  expect(entry).toMatchObject({ action: "update", entity_kind: "asset", outcome: "ok", site_id: site.id });
  expect(entry.changes).toEqual([{ field: "image", before: null, after: imageId }]);
});

test("a photograph is stored upright, at most 2048 pixels long, and without its GPS position", async () => {
  const lying = await picture(3000, 1000)
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { content } = await put(lying);
  const seen = await sharp(await served(content["image_url"])).metadata();
  expect([seen.width, seen.height, seen.exif, seen.orientation]).toEqual([683, 2048, undefined, undefined]);
});

test("a new picture of an asset replaces the first, whose bytes are deleted", async () => {
  const before = stored();
  const first = (await put(await picture(10, 10).png().toBuffer())).content["image_url"];
  await served(`${String(first)}?width=256`);
  const second = (await put(await picture(20, 10).png().toBuffer())).content["image_url"];
  expect((await call(pulse, "GET", String(first), { token })).status).toBe(404);
  expect(stored()).toEqual([...before, idIn(second)].toSorted());
});

test("an asset's picture can be deleted, and deleting a missing one changes nothing", async () => {
  const before = stored();
  const url = (await put(await picture(10, 10).png().toBuffer())).content["image_url"];
  for (const _time of [1, 2]) {
    const answer = await call(pulse, "DELETE", `assets/${assetId}/image`, { token });
    expect([answer.status, answer.content]).toEqual([200, { id: assetId }]);
  }
  expect(await imageOf()).toBeNull();
  expect((await call(pulse, "GET", String(url), { token })).status).toBe(404);
  expect(stored()).toEqual(before);
  const entries = await pulse.db.selectFrom("audit_entries").select("id").where("entity_id", "=", assetId).execute();
  expect(entries).toHaveLength(2);
});

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>`;
test.each<[what: string, status: number, code: string, bytes: () => Promise<Uint8Array> | Uint8Array, sent?: Sent]>([
  ["a drawing", 415, "file_type_invalid", () => Buffer.from(drawing), { name: "picture.png" }],
  ["text that is called a picture", 415, "file_type_invalid", () => Buffer.from("no picture")],
  ["nothing", 415, "file_type_invalid", () => Buffer.alloc(0)],
  ["half a picture", 415, "file_type_invalid", async () => (await picture(90, 90).jpeg().toBuffer()).subarray(0, 300)],
  ["more than 20 MB", 413, "file_too_large", () => Buffer.alloc(20 * 1024 * 1024 + 1)],
  ["more than 50 megapixels", 413, "file_too_large", () => picture(10_000, 5_001).png().toBuffer()],
  ["a form without the file", 400, "field_required", () => Buffer.from("x"), { part: "picture" }],
])(
  "an upload of %s as an asset's picture is refused with %i %s and leaves nothing behind",
  async (_what, status, code, bytes, sent) => {
    const before = stored();
    const answer = await put(await bytes(), sent);
    expect([answer.status, answer.content["code"]]).toEqual([status, code]);
    expect(answer.content["details"]).toMatchObject([{ path: "file", code }]);
    expect(await imageOf()).toBeNull();
    expect(stored()).toEqual(before);
  },
);

test("a picture's upload that is not a form is refused", async () => {
  const path = `assets/${assetId}/image`;
  expect((await call(pulse, "PUT", path, { token, body: { file: "x" } })).status).toBe(415);
  expect((await call(pulse, "PUT", path, { token })).status).toBe(415);
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"]) {
    const answer = await call(pulse, "PUT", path, {
      token,
      body: "--x\r\nnonsense",
      headers: { "content-type": type },
    });
    expect([type, answer.status, answer.content["code"]]).toEqual([type, 400, "invalid_parameter"]);
  }
  const form = new FormData();
  form.append("name", "x");
  const elsewhere = await fetch(`${pulse.url}/api/v3/roles`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(elsewhere.status).toBe(415);
});

test("the same picture under the same Idempotency-Key is stored once, and a different one is refused", async () => {
  const [one, other] = [await picture(10, 10).png().toBuffer(), await picture(10, 10, "red").png().toBuffer()];
  const key = uuidv7();
  const first = await put(one, { key });
  const before = stored();
  const again = await put(one, { key });
  expect([again.status, again.text]).toEqual([200, first.text]);
  const reused = await put(other, { key });
  expect([reused.status, reused.content["code"]]).toEqual([400, "idempotency_key_reused"]);
  expect(await imageOf()).toBe(first.content["image_url"]);
  expect(stored()).toEqual(before);
  const entries = await pulse.db.selectFrom("audit_entries").select("id").where("entity_id", "=", assetId).execute();
  expect(entries).toHaveLength(1);
});

test("only one of two pictures sent at once is kept", async () => {
  const before = stored();
  const both = await Promise.all(
    ["red", "blue"].map(async (color) => put(await picture(10, 10, color).png().toBuffer())),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const left = idIn(await imageOf());
  expect(stored()).toEqual([...before, left].toSorted());
});

test("a sender who disconnects in the middle of a picture leaves nothing behind", async () => {
  const before = stored();
  const { hostname, port } = new URL(pulse.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    [
      `PUT /api/v3/assets/${assetId}/image HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${token}`,
      "content-type: multipart/form-data; boundary=x",
      "content-length: 1000000",
      "",
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${"a".repeat(100_000)}`,
    ].join("\r\n"),
  );
  await expect.poll(() => stored().length).toBe(before.length + 1);
  socket.destroy();
  await expect.poll(stored).toEqual(before);
});

test("files that a crash left without a row are deleted after an hour, and not before", async () => {
  const kept = idIn((await put(await picture(10, 10).png().toBuffer())).content["image_url"]);
  const [old, unfinished, young] = [uuidv7(), `${uuidv7()}.part`, uuidv7()];
  for (const name of [old, `${old}.256`, unfinished, young]) writeFileSync(join(folder(), name), "left behind");
  const longAgo = new Date(Date.now() - 2 * 3600_000);
  for (const name of [kept, old, `${old}.256`, unfinished]) utimesSync(join(folder(), name), longAgo, longAgo);
  await pulse.stop();
  pulse = await testPulse({}, { keep: true });
  await expect.poll(() => stored().filter((name) => name.startsWith(old) || name === unfinished)).toEqual([]);
  expect(stored()).toEqual(expect.arrayContaining([kept, young]));
});
