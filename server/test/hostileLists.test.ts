import { expect, test } from "vitest";
import type { Answer } from "./support/api.ts";
import { floorDesk } from "./support/floorDesk.ts";
import { siteDesk } from "./support/siteForms.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

// Lists whose every item is wrong: an answer must not grow with them.
const { here, send, load, aFreshSite } = siteWithAdmin();

/** What one refusal may weigh: fifty details of some hundred bytes. */
const maxBytes = 16 * 1024;
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const lastDetail = ({ content }: Answer): unknown => (content["details"] as unknown[]).at(-1);
const listed = ({ content, status }: Answer): unknown => [status, (content["details"] as unknown[]).length];

test("a geofence of 99,000 wrong vertices is refused with fifty details and the number of the others", async () => {
  const fence = { name: "Dock", type: "polygon", vertices: many(99_000, 1) };
  const answer = await send("POST", `geofences?site_id=${here.site.id}`, fence);
  expect(listed(answer)).toEqual([400, 51]);
  expect(answer.content["details"]).toMatchObject({ 49: { path: "vertices[49]", code: "invalid_parameter" } });
  expect(lastDetail(answer)).toEqual({
    path: "body",
    code: "too_many",
    message: "and 98950 more",
    count: 98_950,
  });
  expect(answer.text.length).toBeLessThan(maxBytes);
});

test("a drawing whose walls hold 300,000 wrong points is refused with fifty details", async () => {
  const desk = await siteDesk(here.pulse);
  const { draw } = await floorDesk(here.pulse, desk);
  const answer = await draw({ walls: many(1_500, { points: many(200, 1) }) });
  expect(listed(answer)).toEqual([400, 51]);
  expect(lastDetail(answer)).toMatchObject({ code: "too_many" });
  expect(answer.text.length).toBeLessThan(maxBytes);
});

test("what is wrong after a long list of right items is found too", async () => {
  const vertices = [...many(120, [51, 7]), [51, 700], ...many(30, [51, 7])];
  const answer = await send("POST", `geofences?site_id=${here.site.id}`, { name: "Dock", type: "polygon", vertices });
  expect([answer.status, answer.content["details"]]).toMatchObject([
    400,
    [{ path: "vertices[120][1]", code: "location_invalid" }],
  ]);
});

test("a list that is longer than it may be is refused for its length, and its items are not looked at", async () => {
  const answer = await send("PUT", "users/me/notification-state", { read_ids: many(200_000, 1) });
  expect([answer.status, answer.content["details"]]).toMatchObject([400, [{ path: "read_ids", code: "out_of_range" }]]);
});

test("10,000 read notifications with wrong ids are refused with fifty details", async () => {
  const answer = await send("PUT", "users/me/notification-state", { read_ids: many(10_000, "x") });
  expect(listed(answer)).toEqual([400, 51]);
  expect(lastDetail(answer)).toMatchObject({ code: "too_many", count: 9_950 });
});

test.each([
  ["assets", "floor_id"],
  ["hardwares/search", "hardware_type_id"],
  ["hardwares/search", "sort_fields"],
])("a search of %s with 3,000 wrong words as %s gets a short refusal", async (path, name) => {
  const answer = await send("GET", `${path}?site_id=${here.site.id}&${name}=${many(3_000, "x").join(",")}`);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(maxBytes);
});

test("a dry run of 20,000 wrong rows stops checking after a thousand, and answers page by page", async () => {
  await aFreshSite();
  const file = `name,type\n${many(20_000, "=,Cart").join("\n")}\n`;
  const answer = await load("assets", file, "&dry_run=true&limit=40&page=2");
  expect([answer.status, answer.content]).toMatchObject([200, { state: "refused", total: 20_000, checked: 1_000 }]);
  expect(answer.metadata).toEqual({ total_count: 1_000, current_page: 2, max_page: 25, limit: 40 });
  expect((answer.content["rows"] as { row: number }[]).map(({ row }) => row)).toEqual(
    Array.from({ length: 40 }, (_, index) => 41 + index),
  );
});

test("a dry run lists only the wrong rows if asked to, so that they are found in a large file", async () => {
  await aFreshSite();
  const rows = Array.from({ length: 2_000 }, (_, index) => `Row ${index},Cart`);
  const file = `name,type\n${rows.join("\n")}\nRow 7,Cart\n`;
  const answer = await load("assets", file, "&dry_run=true&status=error");
  expect(answer.content).toMatchObject({ state: "refused", total: 2_001, checked: 2_001, rows: [{ row: 2_001 }] });
  expect(answer.metadata["total_count"]).toBe(1);
});

test("a dry run of 3,000 equal rows is told of the first thousand that are not unique", async () => {
  await aFreshSite();
  const answer = await load("assets", `name,type\n${many(3_000, "Cart,Cart").join("\n")}\n`, "&dry_run=true");
  expect(answer.content).toMatchObject({ state: "refused", total: 3_000, checked: 1_001 });
  expect(answer.metadata["total_count"]).toBe(1_001);
});
