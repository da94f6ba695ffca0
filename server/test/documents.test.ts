import { genericAdapter } from "@pulse/protocols/generic/adapter";
import { decodeTracker } from "@pulse/protocols/tracker/decode";
import { Validator } from "@seriousme/openapi-schema-validator";
import asyncApiSpecs from "@asyncapi/specs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aGeofence, anAsset, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The documents of the API, checked by independent validators, and the API called as its document says.
type Schema = Record<string, unknown>;
type Content = Record<string, { schema: Schema; example?: unknown }>;
interface Operation {
  operationId: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}
interface Document extends Schema {
  paths: Record<string, Record<string, Operation>>;
}

let pulse: TestPulse;
let document: Document;
let superadmin: string;
/** Ids of things that exist, by the first part of a path. */
let real: Record<string, string>;
let site: { id: string; customerId: string };
const text = async (path: string): Promise<string> => (await call(pulse, "GET", path)).text;

beforeAll(async () => {
  pulse = await testPulse();
  document = JSON.parse(await text("openapi.json")) as Document;
  const customer = await aCustomer(pulse);
  const made = await aSite(pulse, customer);
  const gateway = await aGateway(pulse, customer, made, { x: 1, y: 1 });
  const asset = await anAsset(pulse, customer, made);
  const fence = await aGeofence(pulse, customer, made);
  superadmin = await aToken(pulse, null, null);
  site = { id: made.id, customerId: customer.id };
  real = {
    assets: asset.id,
    trackers: asset.trackerId,
    hardwares: gateway.id,
    geofences: fence.id,
    sites: made.id,
    customers: customer.id,
    roles: customer.roleIds.Viewer,
    groups: customer.groupId,
  };
});
afterAll(() => pulse.stop());

const operations = (): [path: string, method: string, operation: Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
  );

type Fault = [about: string, fault: string];
type Judge = (pointer: readonly string[], value: unknown) => string | null;

/** Checks values against the schema at a place in the document. */
function judge(): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: { document } });
  formats.default(ajv);
  return (pointer, value) => {
    const place = pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const validate = ajv.getSchema(`document#/${place.join("/")}`);
    if (validate === undefined) return `no schema at ${pointer.join(" ")}`;
    return validate(value) === true ? null : ajv.errorsText(validate.errors);
  };
}
const json = ["content", "application/json"] as const;

describe("the OpenAPI document", () => {
  test("the OpenAPI document is valid for its own version", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(document["openapi"]).toMatch(/^3\.1\./);
  });

  test("the OpenAPI document shows an example of each body and answer that fits its schema", () => {
    const faults = judge();
    const wrong: Fault[] = [];
    let shown = 0;
    const check = (place: readonly string[], content: Content | undefined): void => {
      if (content?.[json[1]] === undefined) return;
      const { example } = content[json[1]]!;
      shown += 1;
      const fault = example === undefined ? "no example" : faults(["paths", ...place, ...json, "schema"], example);
      if (fault !== null) wrong.push([place.join(" "), fault]);
    };
    for (const [path, method, { requestBody, responses }] of operations()) {
      check([path, method, "requestBody"], requestBody?.content);
      for (const [status, { content }] of Object.entries(responses))
        check([path, method, "responses", status], content);
    }
    expect(wrong).toEqual([]);
    expect(shown).toBeGreaterThan(100);
  });

  test("the OpenAPI document lists the codes of each kind of refusal", () => {
    const { components } = document as unknown as {
      components: { responses: Record<string, { content: Record<string, { examples: Schema }> }> };
    };
    for (const status of ["400", "401", "403", "404", "409", "429"])
      expect(Object.keys(components.responses[status]!.content["application/json"]!.examples)).not.toEqual([]);
    expect(components.responses["403"]!.content["application/json"]!.examples).toHaveProperty("operation_not_allowed");
  });
});

test("each documented route answers with a status and content that the document names", async () => {
  const faults = judge();
  const wrong: Fault[] = [];
  // That would delete everything that the other calls use.
  const all = operations().filter(([, , { operationId }]) => operationId !== "deleteCustomer");
  expect(all.length).toBeGreaterThan(110);
  let fulfilled = 0;
  for (const [path, method, operation] of all) {
    const { status, fault } = await driven(faults, path, method, operation);
    if (fault !== null) wrong.push([operation.operationId, fault]);
    if (status < 300) fulfilled += 1;
  }
  expect(wrong).toEqual([]);
  expect(fulfilled).toBeGreaterThan(55);
});

/** Calls a route as a superadmin, and without a token. */
async function driven(faults: Judge, path: string, method: string, operation: Operation) {
  const url = addressOf(path, method, operation);
  const body = operation.requestBody?.content[json[1]]?.example;
  const answer = await call(pulse, method.toUpperCase(), url, { token: superadmin, body });
  const { status } = answer;
  const failed = (fault: string) => ({ status, fault: `${status} ${answer.text.slice(0, 200)}: ${fault}` });
  const named = operation.responses[String(status)];
  if (named === undefined) return failed("this status is not named");
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (isJson && named.content?.[json[1]]) {
    const place = ["paths", path, method, "responses", String(status), ...json, "schema"];
    const fault = faults(place, JSON.parse(answer.text));
    if (fault !== null) return failed(fault);
  }
  if (operation.security !== undefined) {
    const unknown = await call(pulse, method.toUpperCase(), url);
    if (unknown.status !== 401 || !("401" in operation.responses)) return failed(`${unknown.status} without a token`);
  }
  return { status, fault: null };
}

function addressOf(path: string, method: string, { parameters }: Operation): string {
  const noun = path.split("/")[3] ?? "";
  // Calls that change or delete get an id that does not exist, since others use the real things.
  const isReal = noun in real && (method === "get" || noun === "sites") && method !== "delete";
  const query = new URLSearchParams();
  let url = path;
  const known: Record<string, string> = { site_id: site.id, customer_id: site.customerId };
  for (const { name, in: where, required, schema } of parameters) {
    const value = where === "path" && name === "id" && isReal ? real[noun]! : String(sample(schema));
    if (where === "path") url = url.replace(`{${name}}`, value);
    else if (where === "query" && (required || name in known)) query.set(name, known[name] ?? value);
  }
  return `${url}?${query.toString()}`;
}

/** Some text for a parameter. */
function sample({ format, enum: values, minimum, pattern, type, items }: Schema): unknown {
  if (Array.isArray(values)) return values[0];
  if (type === "array") return sample(items as Schema);
  if (format === "uuid") return "0198c1b2-0000-7000-8000-00000000ffff";
  if (format === "date-time") return "2026-11-22T08:30:00.000Z";
  if (type === "integer" || type === "number") return minimum ?? 1;
  return typeof pattern === "string" ? "a".repeat(32) : "text";
}

describe("the AsyncAPI document", () => {
  test("the AsyncAPI document is valid for its own version, and describes what the socket and MQTT send", async () => {
    const live = JSON.parse(await text("asyncapi.json")) as Schema & {
      channels: Record<string, { address: string; messages: Schema }>;
      components: { messages: Record<string, { name: string; payload: Schema }> };
    };
    // The schema contains its own meta-schema.
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    formats.default(ajv);
    const validate = ajv.compile(asyncApiSpecs.schemas["3.0.0"] as Schema);
    expect(validate(live) ? null : ajv.errorsText(validate.errors)).toBeNull();
    expect(Object.values(live.channels).map(({ address }) => address)).toEqual([
      "/socket.io",
      "pulse/v1/{customerGuid}/{siteGuid}/locations",
      "pulse/v1/{customerGuid}/{siteGuid}/events",
      "pulse/v1/{customerGuid}/events",
      "pulse/v1/gateways/{mqttGuid}/up",
      "pulse/v1/trackers/{mqttGuid}/up",
    ]);
    expect(live.components.messages["locationUpdate"]).toMatchObject({ name: "location_update" });
    expect(JSON.stringify(live)).toContain('"pulse_asset_guid"');
  });

  test("the AsyncAPI document has example device messages that can be decoded as they are", async () => {
    const { components } = JSON.parse(await text("asyncapi.json")) as {
      components: { messages: Record<string, { examples: { payload: Schema }[] }> };
    };
    const shown = (id: string) =>
      new TextEncoder().encode(JSON.stringify(components.messages[id]!.examples[0]!.payload));
    const topic = "pulse/v1/gateways/0198c1b2-0000-7000-8000-000000000001/up";
    const scan = genericAdapter.decode(topic, shown("gatewayUp"));
    expect(scan).toMatchObject({ kind: "scan", adverts: [{ batteryLevel: 90 }], rejected: [], gps: { lat: 51.9001 } });
    expect(decodeTracker(shown("trackerUp"))).toMatchObject({ gps: { lat: 51.9001 }, batteryLevel: 80 });
  });

  test("the AsyncAPI document is linked from the documentation page", async () => {
    expect(await text("/api/docs")).toContain('href="/api/v3/asyncapi.json"');
  });
});
