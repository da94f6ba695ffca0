import { describe, expect, test } from "vitest";
import { endpoints } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";

interface Parameter {
  name: string;
  required: boolean;
  explode?: boolean;
  schema: { type?: string; minimum?: number; maximum?: number; items?: { enum?: string[] } };
}
interface Operation {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: { required?: string[]; properties: Record<string, object> } }> };
  responses: Record<string, { $ref?: string }>;
}
const document = openApiDocument(endpoints, "0") as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, { headers?: object }>; schemas: Record<string, object> };
};
const operationOf = (method: string, path: string): Operation => document.paths[`/api/v3/${path}`]![method]!;
const parameterOf = (path: string, name: string): Parameter =>
  operationOf("get", path).parameters.find((parameter) => parameter.name === name)!;

describe("the OpenAPI document", () => {
  test.each([
    ["assets/search", "page", 1, 1_000_000],
    ["assets/search", "limit", 1, 200],
    ["assets/{id}/history", "limit", 1, 10_000],
    ["assets/{id}/history", "max_points", 2, 100_000],
    ["files/{id}", "width", 16, 8192],
    ["search", "limit", 1, 50],
  ])("the OpenAPI document says of %s that %s is a number from %i to %i", (path, name, minimum, maximum) => {
    expect(parameterOf(path, name).schema).toMatchObject({ type: "integer", minimum, maximum });
  });

  test("the OpenAPI document describes lists as joined by commas, with the values of their items", () => {
    const fields = parameterOf("assets/search", "sort_fields");
    expect(fields).toMatchObject({ explode: false, schema: { type: "array" } });
    expect(fields.schema.items?.enum).toContain("location_updated");
  });

  test("the OpenAPI document marks the site of a call within one and the required fields of a body", () => {
    expect(parameterOf("assets", "site_id").required).toBe(true);
    expect(parameterOf("assets/{id}/history", "site_id").required).toBe(false);
    const { schema } = operationOf("post", "users").requestBody!.content["application/json"]!;
    expect(schema.required).toEqual(["given_name", "family_name", "role_id", "user_group_id", "email"]);
    expect(schema.properties["email"]).toMatchObject({ type: "string", format: "email", maxLength: 254 });
    expect(schema.properties["password"]).toMatchObject({ minLength: 8, maxLength: 256 });
  });

  test("the OpenAPI document names the access token's header on a call that takes it", () => {
    const { parameters } = operationOf("put", "users/me/{attr}/verify");
    expect(parameters.find(({ name }) => name === "x-access-token")).toMatchObject({ in: "header", required: true });
  });

  test("the OpenAPI document states the file, types and size of an upload", () => {
    const { content } = operationOf("put", "assets/{id}/image").requestBody!;
    expect(content).toMatchObject({
      "multipart/form-data": {
        schema: { required: ["file"], properties: { file: { format: "binary", maxLength: 20 * 1024 * 1024 } } },
        encoding: { file: { contentType: "image/png, image/jpeg, image/webp" } },
      },
    });
  });

  test("the OpenAPI document has 405 with the Allow header for every operation", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(endpoints.length);
    for (const { responses } of operations) expect(responses["405"]).toEqual({ $ref: "#/components/responses/405" });
    expect(document.components.responses["405"]).toHaveProperty("headers.Allow");
    expect(document.components.responses["503"]).toHaveProperty("headers.Retry-After");
  });

  test("the OpenAPI document contains no dangling reference", () => {
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(String));
    expect(references.size).toBeGreaterThan(20);
    for (const [, kind, name] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g))
      expect(document.components[kind as "schemas"]).toHaveProperty([name!]);
    expect([...text.matchAll(/"\$ref":"(?!#\/components\/)/g)]).toEqual([]);
  });
});
