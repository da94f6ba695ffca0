import { expect, test } from "vitest";
import { endpoints } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";

interface Operation {
  description: string;
  security?: Record<string, string[]>[];
}
const { paths } = openApiDocument(endpoints, "0") as { paths: Record<string, Record<string, Operation>> };
const described = ({ path, method }: { path: string; method: string }): Operation =>
  paths[path.replace(/:(\w+)/g, "{$1}")]![method.toLowerCase()]!;
const schemes = { person: ["bearer", "idToken"], device: ["device"], apiKey: ["apiKey"] } as const;

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "the endpoint %s states whom it is for, and so does the document",
  (_id, endpoint) => {
    const { security, description } = described(endpoint);
    // Exactly the public endpoints do not identify their callers.
    expect(endpoint.principals.length === 0).toBe(endpoint.access === "public");
    if (endpoint.access === "public") return expect(security).toBeUndefined();
    expect(security?.flatMap((way) => Object.keys(way))).toEqual(endpoint.principals.flatMap((kind) => schemes[kind]));
    expect(description).toMatch(/^For (people|devices)/);
  },
);

test("only people may call a superadmin's endpoints and those about their own account", () => {
  const own = endpoints.filter(({ access, path }) => access === "superadmin" || /\/users\/me\b|enable-mfa/.test(path));
  expect(own.length).toBeGreaterThan(8);
  for (const { id, principals } of own) expect([id, principals]).toEqual([id, ["person"]]);
});

test("devices may call only the endpoint that gateways post to", () => {
  expect(endpoints.filter(({ principals }) => principals.includes("device")).map(({ id }) => id)).toEqual([
    "ingestScans",
  ]);
});
