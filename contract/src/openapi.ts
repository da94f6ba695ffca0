import { z } from "zod";
import type { Access, Endpoint, Form, PrincipalKind, Upload } from "./endpoint.ts";
import { failure, refusals, refusalsOf } from "./openapiRefusals.ts";
import { CursorMetadata, PageMetadata } from "./page.ts";
import { exampleOf } from "./schemaExamples.ts";
import { toCamelKey } from "./wire.ts";
import { schemaWriter, type SchemaWriter } from "./wireSchemas.ts";

type Schema = { [key: string]: unknown };

/**
 * The OpenAPI 3.1 document of these endpoints, with keys as on the wire. Zod's own JSON Schema writer makes it from the
 * schemas that also validate.
 */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Schema {
  const writer = schemaWriter();
  const { components } = writer;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, writer);
  }
  components["Failure"] = failure;
  return {
    openapi: "3.1.0",
    info: {
      title: "Pulse",
      version,
      description:
        "Keys are snake_case, times ISO 8601 in UTC, lengths metres. Every answer has the envelope `result`.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      responses: refusals,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The pool's id token" },
        idToken: { type: "apiKey", in: "header", name: "x-id-token" },
        device: { type: "http", scheme: "basic", description: "A device's own mqtt_username and mqtt_password" },
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key, `pulse_` and 40 characters (`POST api-keys`)",
        },
      },
    },
  };
}

function operation(endpoint: Endpoint, { schemaOf, components }: SchemaWriter): Schema {
  const files = Object.fromEntries(
    (endpoint.file ?? []).map((type) => [type, { schema: { type: "string", format: "binary" } }]),
  );
  const bytesAlone = endpoint.file !== undefined && endpoint.content instanceof z.ZodUnknown;
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [...forWhom(endpoint.principals), needsInWords(endpoint.access)].join(" "),
    ...(endpoint.access === "public" ? {} : { security: endpoint.principals.flatMap((kind) => ways[kind]) }),
    parameters: [
      ...pathParameters(endpoint.params, schemaOf),
      ...(endpoint.scope === "customer" ? [customerParameter] : []),
      ...queryParameters(endpoint, schemaOf),
      ...(endpoint.takesAccessToken ? [accessToken] : []),
      ...(endpoint.method === "GET" ? [] : [idempotencyKey]),
    ],
    ...(endpoint.upload ? { requestBody: formOf(endpoint.upload) } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": withExample(schemaOf(endpoint.body, "input"), components),
              ...(endpoint.form ? formWithJson(endpoint.form, schemaOf(endpoint.body, "input")) : {}),
            },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: {
        description: "Done",
        content: {
          ...(bytesAlone ? {} : { "application/json": withExample(envelope(endpoint, schemaOf), components) }),
          ...files,
        },
      },
      ...refusalsOf(endpoint),
    },
  };
}

function withExample(schema: Schema, components: SchemaWriter["components"]): Schema {
  return { schema, example: exampleOf(schema, components) };
}

function formOf({ part, types, maxBytes }: Upload): Schema {
  const file = { type: "string", format: "binary", maxLength: maxBytes, description: `At most ${maxBytes} bytes` };
  const schema = { type: "object", required: [part], properties: { [part]: file } };
  const encoding = { [part]: { contentType: types.join(", ") } };
  return { required: true, content: { "multipart/form-data": { schema, encoding } } };
}

function formWithJson({ part, types, maxBytes }: Form, json: Schema): Schema {
  const file = { type: "string", format: "binary", maxLength: maxBytes, description: `One of ${types.join(", ")}` };
  const schema = { type: "object", required: [part], properties: { [part]: json }, additionalProperties: file };
  return { "multipart/form-data": { schema, encoding: { [part]: { contentType: "application/json" } } } };
}

function envelope(endpoint: Endpoint, schemaOf: SchemaWriter["schemaOf"]): Schema {
  const content = schemaOf(endpoint.content, "output");
  const described = endpoint.paged === "byCursor" ? CursorMetadata : PageMetadata;
  const metadata = endpoint.paged ? { metadata: schemaOf(described, "output") } : {};
  return {
    type: "object",
    required: ["result"],
    properties: {
      result: {
        type: "object",
        required: ["content", ...Object.keys(metadata)],
        properties: { content, ...metadata },
      },
    },
  };
}

function pathParameters(schema: z.ZodType | undefined, schemaOf: SchemaWriter["schemaOf"]): Schema[] {
  if (schema === undefined) return [];
  const { properties = {} } = schemaOf(schema, "input") as { properties?: Schema };
  return Object.entries(properties).map(([name, value]) => ({
    name: toCamelKey(name),
    in: "path",
    required: true,
    schema: value,
  }));
}

/** A parameter is described by the value read from its text: numbers with their bounds, lists with their items. */
function queryParameters({ query, scope }: Endpoint, schemaOf: SchemaWriter["schemaOf"]): Schema[] {
  if (query === undefined) return [];
  const given = schemaOf(query, "input") as { properties?: Record<string, Schema>; required?: string[] };
  const read = schemaOf(query, "output") as { properties?: Record<string, Schema> };
  return Object.entries(given.properties ?? {}).map(([name, value]) => {
    const meant = read.properties?.[name];
    const schema = isTrueOrFalse(value) ? { type: "boolean" } : meant?.["type"] === undefined ? value : meant;
    return {
      name,
      in: "query",
      required: (given.required ?? []).includes(name) || (scope === "site" && name === "site_id"),
      ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
      schema,
    };
  });
}

function isTrueOrFalse({ enum: values }: Schema): boolean {
  return Array.isArray(values) && values.join() === "true,false";
}

const customerParameter: Schema = {
  name: "customer_id",
  in: "query",
  description: "Defaults to the caller's own customer. Superadmins must give it.",
  required: false,
  schema: { type: "string", format: "uuid" },
};
const accessToken: Schema = {
  name: "x-access-token",
  in: "header",
  description: "The same person's access token from the pool",
  required: true,
  schema: { type: "string" },
};
const idempotencyKey: Schema = {
  name: "Idempotency-Key",
  in: "header",
  description: "With the same key within a day, the write is done once and its answer is repeated.",
  required: false,
  schema: { type: "string", maxLength: 255 },
};

/** How each kind of caller identifies itself. */
const ways: Record<PrincipalKind, Schema[]> = {
  person: [{ bearer: [] }, { idToken: [] }],
  device: [{ device: [] }],
  apiKey: [{ apiKey: [] }],
};
const inWords: Record<PrincipalKind, string> = { person: "people", device: "devices", apiKey: "API keys" };

function forWhom(principals: readonly PrincipalKind[]): string[] {
  return principals.length === 0 ? [] : [`For ${principals.map((kind) => inWords[kind]).join(" and ")}.`];
}

function needsInWords(access: Access): string {
  if (access === "public") return "Open to everyone.";
  if (access === "signedIn") return "Needs: to be signed in.";
  if (access === "superadmin") return "Needs: a superadmin.";
  const words = (list: readonly { area: string; letter: string }[]) =>
    list.map((need) => `${need.area} ${need.letter}`);
  return "any" in access ? `Needs: ${words(access.any).join(" or ")}.` : `Needs: ${words(access.all).join(" and ")}.`;
}
