import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { floorsOf, oneFloor, siteDesk, siteName } from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The files of floor plans: what is sent, what is kept, and who may read it.
const MB = 1024 * 1024;
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
});
afterAll(() => pulse.stop());

const files = (): string[] => readdirSync(join(pulse.config.dataDir, "files"));
const numSites = async (): Promise<number> => (await call(pulse, "GET", "sites", { token: desk.token })).content.length;

test("a plan of 40 MB is refused at its floor, without buffering or storing it", async () => {
  const before = { files: files(), sites: await numSites() };
  const { status, text, maxHeldBytes } = await sendPlanOf(40 * MB);
  expect([status, JSON.parse(text)]).toMatchObject([
    413,
    {
      result: {
        content: {
          code: "file_too_large",
          message: "File size must be under 20 MB",
          details: [{ path: "buildings[0].floors[0].image", code: "file_too_large" }],
        },
      },
    },
  ]);
  // Half of what a plan may be: a file that is buffered up to its limit would take all of it.
  expect(maxHeldBytes).toBeLessThan(10 * MB);
  expect({ files: files(), sites: await numSites() }).toEqual(before);
});

test("a plan is visible to those who may enter its site, and does not exist for everybody else", async () => {
  const site = await desk.made();
  const url = String(floorsOf(site)[0]!["image_url"]);
  const statusFor = async (token?: string, width = ""): Promise<number> =>
    (await call(pulse, "GET", url + width, { token })).status;
  const reader = await tokenWith(pulse, desk.customer, ["asset_management.r"], { siteIds: [String(site["id"])] });
  const elsewhere = await tokenWith(pulse, desk.customer, ["site_management.r"], { siteIds: [] });
  const stranger = await aToken(pulse, await aCustomer(pulse), "Administrator");
  expect([await statusFor(desk.token), await statusFor(reader)]).toEqual([200, 200]);
  expect([await statusFor(elsewhere), await statusFor(stranger), await statusFor()]).toEqual([404, 404, 401]);
  expect(await statusFor(stranger, "?width=512")).toBe(404);

  const { headers } = await call(pulse, "GET", url, { token: reader });
  expect(headers.get("cache-control")).toContain("private");
  const again = { "if-none-match": headers.get("etag")! };
  expect((await call(pulse, "GET", url, { token: reader, headers: again })).status).toBe(304);
  expect((await call(pulse, "GET", url, { token: stranger, headers: again })).status).toBe(404);
});

test("a plan is served in the requested width, and in its own", async () => {
  const plan = await sharp({ create: { width: 5000, height: 500, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  const { content: site } = await desk.post({ name: siteName(), buildings: oneFloor() }, { plan });
  const url = String(floorsOf(site)[0]!["image_url"]);
  const widthOf = async (query: string): Promise<number> => {
    const answer = await fetch(`${pulse.url}${url}${query}`, { headers: { authorization: `Bearer ${desk.token}` } });
    return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width;
  };
  const widths = ["?width=512", "?width=1024", "?width=2048", "?width=4096", ""];
  expect(await Promise.all(widths.map(widthOf))).toEqual([512, 1024, 2048, 4096, 5000]);
});

test("a drawing that claims to be 30,000 pixels wide is limited to the size of plans", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="15000"><rect width="9" height="9"/></svg>';
  const { content: site } = await desk.post({ name: siteName(), buildings: oneFloor() }, { plan: svg });
  expect(floorsOf(site)[0]).toMatchObject({ image_width: 4096, image_height: 2048 });
});

/**
 * Sends a site whose plan is a file of this size, piece by piece, and measures how much of it is in memory on the way.
 */
async function sendPlanOf(bytes: number): Promise<{ status: number; text: string; maxHeldBytes: number }> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const held = (): number => {
    // Memory that the first one frees is only certain to be released when the second begins.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const part = (name: string, more = "") => `--limit\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const data = JSON.stringify({ name: siteName(), buildings: oneFloor() });
  const post = request(`${pulse.url}/api/v3/sites`, {
    method: "POST",
    headers: { authorization: `Bearer ${desk.token}`, "content-type": "multipart/form-data; boundary=limit" },
  });
  const answered = once(post, "response");
  post.write(`${part("data")}${data}\r\n${part("plan", '; filename="plan.png"')}`);
  const piece = Buffer.alloc(64 * 1024, 7);
  const startBytes = held();
  let maxHeldBytes = 0;
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (!post.write(piece)) await once(post, "drain");
    if (sent % (8 * MB) === 0) maxHeldBytes = Math.max(maxHeldBytes, held() - startBytes);
  }
  post.end("\r\n--limit--\r\n");
  const [answer] = (await answered) as [IncomingMessage];
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode ?? 0, text, maxHeldBytes };
}

/** A drawing of a few hundred bytes whose filters take minutes to draw. */
const slowDrawing = (): string => {
  const turbulence = '<feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="60"/>'.repeat(8);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><filter id="f">${turbulence}</filter><rect width="400" height="400" filter="url(#f)"/></svg>`;
};

test("a small drawing that takes minutes to draw is refused as such, and the next plan is stored", async () => {
  const slow = await desk.post({ name: siteName(), buildings: oneFloor() }, { plan: slowDrawing() });
  expect([slow.status, slow.content["details"]]).toMatchObject([
    415,
    [{ path: "buildings[0].floors[0].image", message: "This image takes too much time or memory to draw" }],
  ]);
  await desk.made();
}, 600_000);

test.each([
  ["a script", "<script>alert(1)</script>", 415, "line 1: contains a script, which may draw anything"],
  ["80 MB of spaces", " ".repeat(80 * MB), 413, "File size must be under 64 MB"],
])("a compressed drawing with %s is judged by what it unpacks to", async (_what, inside, status, message) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="9" height="9"/>${inside}</svg>`;
  const answer = await desk.post({ name: siteName(), buildings: oneFloor() }, { plan: gzipSync(svg) });
  expect([answer.status, answer.content["details"]]).toMatchObject([
    status,
    [{ path: "buildings[0].floors[0].image", message }],
  ]);
});

test("a compressed drawing is drawn like one that is not", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="9" height="9"/></svg>';
  const { content: site } = await desk.post({ name: siteName(), buildings: oneFloor() }, { plan: gzipSync(svg) });
  expect(floorsOf(site)[0]).toMatchObject({ image_width: 4096, image_height: 2048 });
});
