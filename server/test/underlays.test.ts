import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { faults, siteDesk, siteForm } from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The picture under a site's floors: an aerial picture, or a drawing of the grounds.
let pulse: TestPulse;
let desk: Awaited<ReturnType<typeof siteDesk>>;
let aerial: Buffer;

beforeAll(async () => {
  pulse = await testPulse();
  desk = await siteDesk(pulse);
  const grass = { width: 1200, height: 900, channels: 3, background: "green" } as const;
  aerial = await sharp({ create: grass }).jpeg().toBuffer();
});
afterAll(() => pulse.stop());

const place = { north_west: { lat: 51.901, lon: 4.399 }, south_east: { lat: 51.8985, lon: 4.4035 }, rotation_deg: 12 };

const put = (id: unknown, data: object, files: Record<string, Uint8Array> = {}, token = desk.token): Promise<Answer> =>
  call(pulse, "PUT", `sites/${String(id)}/underlay`, { token, body: siteForm(data, files) });
const fileStatus = async (image: unknown, token = desk.token): Promise<number> =>
  (await call(pulse, "GET", `files/${String(image)}`, { token })).status;
const underlayOf = ({ content }: Answer): Record<string, unknown> => content["underlay"] as Record<string, unknown>;

test("a site has no underlay until somebody places a picture, which everybody who may enter the site sees", async () => {
  const site = await desk.made();
  expect(site["underlay"]).toBeNull();
  const answer = await put(site["id"], { ...place, image: "aerial", opacity: 0.8 }, { aerial });
  expect(answer.status).toBe(200);
  const underlay = underlayOf(answer);
  expect(underlay).toMatchObject({ ...place, image_width: 1200, image_height: 900, opacity: 0.8 });
  expect(underlay["image_url"]).toBe(`/api/v3/files/${String(underlay["image"])}`);
  expect(answer.content["floor_plans"]).toEqual(site["floor_plans"]);
  const reader = await tokenWith(pulse, desk.customer, ["asset_management.r"], { siteIds: [String(site["id"])] });
  expect(underlayOf(await desk.get(site["id"], reader))).toEqual(underlay);
  expect(await fileStatus(underlay["image"], reader)).toBe(200);
});

test("an underlay is moved without its picture, and what is left out stays", async () => {
  const { id } = await desk.made();
  const first = underlayOf(await put(id, { ...place, image: "aerial" }, { aerial }));
  expect(first["opacity"]).toBe(1);
  const moved = underlayOf(await put(id, { rotation_deg: 0, ...corners(51.902) }));
  expect(moved).toMatchObject({ image: first["image"], opacity: 1, rotation_deg: 0, ...corners(51.902) });
  const fainter = underlayOf(await put(id, { opacity: 0.3 }));
  expect(fainter).toEqual({ ...moved, opacity: 0.3 });
});

test("an underlay that is sent back as it was read changes nothing", async () => {
  const { id } = await desk.made();
  const { content } = await put(id, { ...place, image: "aerial" }, { aerial });
  const { image, corners: read, opacity } = content["underlay"] as Record<string, unknown>;
  const again = await put(id, { image, corners: read, opacity, version: content["version"] });
  expect([again.status, again.content["version"]]).toEqual([200, content["version"]]);
});

test("another picture takes the place of the first, whose file is deleted", async () => {
  const { id } = await desk.made();
  const first = underlayOf(await put(id, { ...place, image: "aerial" }, { aerial }));
  const second = underlayOf(await put(id, { image: "plan" }, { plan: desk.png }));
  expect(second).toMatchObject({ ...place, image_width: 400, image_height: 250 });
  expect([await fileStatus(first["image"]), await fileStatus(second["image"])]).toEqual([404, 200]);
});

test("a removed underlay is gone with its file, and removing it again changes nothing", async () => {
  const { id } = await desk.made();
  const { image } = underlayOf(await put(id, { ...place, image: "aerial" }, { aerial }));
  const remove = (): Promise<Answer> => call(pulse, "DELETE", `sites/${String(id)}/underlay`, { token: desk.token });
  const removed = await remove();
  expect([removed.status, removed.content["underlay"]]).toEqual([200, null]);
  expect(await fileStatus(image)).toBe(404);
  expect((await remove()).content["version"]).toBe(removed.content["version"]);
});

test.each([
  ["an underlay without a picture", place, ["image: layout_image_required"]],
  ["an underlay without a place", { image: "aerial" }, ["north_west: field_required"]],
  [
    "an underlay whose picture the form does not contain",
    { ...place, image: "elsewhere" },
    ["image: layout_image_required"],
  ],
  ["an underlay in no rectangle", { image: "aerial", corners: crooked() }, ["corners: location_invalid"]],
  ["an underlay upside down", { image: "aerial", ...place, ...corners(51.8) }, ["south_east: location_invalid"]],
  ["an underlay that cannot be seen", { ...place, image: "aerial", opacity: 0 }, ["opacity: out_of_range"]],
])("%s is refused at its field and changes nothing", async (_, body, expected) => {
  const { id } = await desk.made();
  const answer = await put(id, body, { aerial });
  expect(answer.status).toBe(400);
  expect(faults(answer)).toEqual(expected);
  expect((await desk.get(id)).content["underlay"]).toBeNull();
});

test("a file that is no picture, and the plan of a floor, are refused", async () => {
  const site = await desk.made();
  const text = new TextEncoder().encode("no picture");
  expect((await put(site["id"], { ...place, image: "aerial" }, { aerial: text })).status).toBe(415);
  const plan = (site["floor_plans"] as { image: string }[])[0]!.image;
  expect(faults(await put(site["id"], { ...place, image: plan }))).toEqual(["image: layout_image_required"]);
});

test("an underlay that was changed from an old version of the site is refused", async () => {
  const site = await desk.made();
  await put(site["id"], { ...place, image: "aerial" }, { aerial });
  expect((await put(site["id"], { opacity: 0.5, version: site["version"] })).status).toBe(409);
});

test("only who may change the site sets its underlay, and for other customers the site does not exist", async () => {
  const site = await desk.made();
  const body = { ...place, image: "aerial" };
  const reader = await tokenWith(pulse, desk.customer, ["site_management.r"], { siteIds: [String(site["id"])] });
  const stranger = await aToken(pulse, await aCustomer(pulse), "Administrator");
  expect((await put(site["id"], body, { aerial }, reader)).status).toBe(403);
  expect((await put(site["id"], body, { aerial }, stranger)).status).toBe(404);
  const remove = { token: stranger };
  expect((await call(pulse, "DELETE", `sites/${String(site["id"])}/underlay`, remove)).status).toBe(404);
});

test("the audit log names the place and the picture of an underlay", async () => {
  const { id } = await desk.made();
  const set = underlayOf(await put(id, { ...place, image: "aerial" }, { aerial }));
  const { content } = await call(pulse, "GET", `audit?site_id=${String(id)}&limit=1`, { token: desk.token });
  expect(content[0]).toMatchObject({
    action: "update",
    changes: [{ field: "underlay", before: null, after: { image: set["image"], opacity: 1 } }],
  });
});

/** The two corners of a place whose upper edge is at this latitude. */
function corners(lat: number) {
  return { north_west: { lat, lon: 4.399 }, south_east: { lat: 51.8985, lon: 4.4035 } };
}
function crooked() {
  return [
    { lat: 51.901, lon: 4.399 },
    { lat: 51.901, lon: 4.4035 },
    { lat: 51.8985, lon: 4.4035 },
    { lat: 51.8985, lon: 4.401 },
  ];
}
