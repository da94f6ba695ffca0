import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aGeofence, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let site: TestSite;
let token: string;
let assetId: string;
let trackerId: string;
let gatewayId: string;
let geofenceId: string;

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  for (const name of ["Pallet jack PJ-014", "Ölfass 50%_neu", "Tote TT-0490"])
    ({ id: assetId, trackerId } = await anAsset(pulse, customer, site, { name }));
  ({ id: gatewayId } = await aGateway(pulse, customer, site, { x: 1, y: 1 }));
  ({ id: geofenceId } = await aGeofence(pulse, customer, site));
  token = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const refused: [path: () => string, status: number, code: string][] = [
  [() => "assets", 400, "SelectSiteFirst"],
  [() => "assets?site_id=nonsense", 404, "not_found"],
  [() => `assets/search?site_id=${site.id}&limit=0`, 400, "out_of_range"],
  [() => `assets/search?site_id=${site.id}&limit=201`, 400, "out_of_range"],
  [() => `assets/search?site_id=${site.id}&page=x`, 400, "invalid_parameter"],
  [() => `assets/search?site_id=${site.id}&sort_fields=password`, 400, "invalid_parameter"],
  [() => `hardwares/search?site_id=${site.id}&sort_fields=name,mac&sort_order=asc,asc,asc`, 400, "invalid_parameter"],
  [() => `assets/search?site_id=${site.id}&sort_fields=name,type&sort_order=asc,asc,asc`, 400, "invalid_parameter"],
  [() => `assets/search?site_id=${site.id}&search_fields=nope`, 400, "invalid_parameter"],
  [() => `assets/nonsense`, 404, "not_found"],
  [() => `assets/${assetId}/history?start_time_utc=yesterday`, 400, "invalid_parameter"],
  [
    () => `assets/${assetId}/history?start_time_utc=2026-01-02T00:00:00Z&end_time_utc=2026-01-01T00:00:00Z`,
    400,
    "start_after_end",
  ],
  [() => `assets/${assetId}/history?return_file=true&convert_to_timezone=Mars/Olympus`, 400, "invalid_parameter"],
  [() => `assets/${assetId}/history?convert_to_timezone=Mars/Olympus`, 400, "invalid_parameter"],
  [() => `assets/${assetId}/geofence-history?convert_to_timezone=`, 400, "invalid_parameter"],
  [() => `trackers/${trackerId}/history?convert_to_timezone=Mars/Olympus`, 400, "invalid_parameter"],
  [() => `hardwares/${gatewayId}/asset-history?convert_to_timezone=Mars/Olympus`, 400, "invalid_parameter"],
  [() => `geofences/${geofenceId}/history?timezone=Mars/Olympus`, 400, "invalid_parameter"],
  [() => `geofences/${geofenceId}/history?convert_to_timezone=%2B01:00`, 400, "invalid_parameter"],
  [() => `analytics/dwell?site_id=${site.id}&by=room&convert_to_timezone=Mars/Olympus`, 400, "invalid_parameter"],
  [() => "no-such-route", 404, "not_found"],
];
test.each(refused)("the request GET %s is answered %i %s", async (path, status, code) => {
  const answer = await call(pulse, "GET", path(), { token });
  expect([answer.status, answer.content["code"]]).toEqual([status, code]);
  expect(answer.content["message"]).toBeTypeOf("string");
});

test("a value of the wrong type is reported as invalid, and a missing or null one as required", async () => {
  const make = async (body: Record<string, unknown>): Promise<unknown> => {
    const { status, content } = await call(pulse, "POST", `geofences?site_id=${site.id}`, { token, body });
    return [
      status,
      (content["details"] as { path: string; code: string }[]).map(({ path, code }) => `${path}: ${code}`),
    ];
  };
  const circle = { name: "Dock", type: "circle", lat: 51, lon: 7, radius: 5 };
  expect(await make({ ...circle, name: 5 })).toEqual([400, ["name: invalid_parameter"]]);
  expect(await make({ ...circle, name: null })).toEqual([400, ["name: field_required"]]);
  expect(await make({ ...circle, name: undefined })).toEqual([400, ["name: field_required"]]);
  expect(await make({ ...circle, type: undefined })).toEqual([400, ["type: field_required"]]);
  expect(await make({ ...circle, type: "square" })).toEqual([400, ["type: invalid_parameter"]]);
});

test("a value out of range is refused with both bounds, in the catalogue's words", async () => {
  const long = await call(pulse, "POST", "roles", { token, body: { name: "a".repeat(101), operation_ids: [] } });
  expect(long.content).toMatchObject({
    message: "name must have 1 to 100 characters",
    details: [{ path: "name", code: "out_of_range", message: "name must have 1 to 100 characters" }],
  });
  for (const limit of [0, 201])
    expect((await call(pulse, "GET", `users?limit=${limit}`, { token })).content["message"]).toBe(
      "limit must be between 1 and 200",
    );
  const keyword = await call(pulse, "GET", `users?search_keyword=${"x".repeat(201)}`, { token });
  expect(keyword.content["message"]).toBe("search_keyword must have 0 to 200 characters");
});

test.each([
  ["no token", undefined, "unauthorized"],
  ["a token that is none", "nonsense", "unauthorized"],
  ["an unsigned token", unsigned(), "unauthorized"],
])("a request with %s is answered 401", async (_name, shown, code) => {
  const answer = await call(pulse, "GET", "users/me", { token: shown });
  expect([answer.status, answer.content["code"]]).toEqual([401, code]);
});

test("the server accepts the x-id-token header, too", async () => {
  const answer = await call(pulse, "GET", "users/me", { headers: { "x-id-token": token } });
  expect(answer.status).toBe(200);
});

test("a token with a wrong signature is refused", async () => {
  const [head, body] = token.split(".");
  const answer = await call(pulse, "GET", "users/me", { token: `${head}.${body}.${"A".repeat(342)}` });
  expect(answer.status).toBe(401);
});

test("malformed JSON and a wrong content type are refused as client errors, without internals", async () => {
  const malformed = await call(pulse, "POST", "roles", { token, body: "{nonsense" });
  expect(malformed.status).toBe(400);
  const wrongType = await call(pulse, "POST", "roles", {
    token,
    body: "<a/>",
    headers: { "content-type": "text/xml" },
  });
  expect(wrongType.status).toBe(415);
  expect(malformed.text + wrongType.text).not.toMatch(/\.ts|node_modules|stack/);
});

test("a search in a list ignores case and accents, and treats % and _ as plain characters", async () => {
  const names = async (keyword: string) => {
    const answer = await call(
      pulse,
      "GET",
      `assets/search?site_id=${site.id}&search_keyword=${encodeURIComponent(keyword)}`,
      { token },
    );
    return answer.content.map((asset) => asset["name"]);
  };
  expect(await names("olfass")).toEqual(["Ölfass 50%_neu"]);
  expect(await names("ÖLFASS")).toEqual(["Ölfass 50%_neu"]);
  expect(await names("50%_")).toEqual(["Ölfass 50%_neu"]);
  expect(await names("%")).toHaveLength(1);
  expect(await names("_")).toHaveLength(1);
});

test("the sorting, paging and metadata of a list are as requested", async () => {
  const page = (number: number) =>
    call(pulse, "GET", `assets/search?site_id=${site.id}&sort_fields=name&sort_order=asc&limit=2&page=${number}`, {
      token,
    });
  const [first, second, third] = [await page(1), await page(2), await page(3)];
  const names = [first, second].flatMap((answer) => answer.content.map((asset) => String(asset["name"])));
  expect(names.toSorted()).toEqual(["Pallet jack PJ-014", "Tote TT-0490", "Ölfass 50%_neu"]);
  expect(names.indexOf("Pallet jack PJ-014")).toBeLessThan(names.indexOf("Tote TT-0490"));
  expect(first.metadata).toEqual({ total_count: 3, current_page: 1, max_page: 2, limit: 2 });
  expect(second.content).toHaveLength(1);
  expect(third.content).toHaveLength(0);
});

function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part({ sub: "x", token_use: "id", exp: 9_999_999_999 })}.`;
}
