import type { Endpoint } from "./endpoint.ts";
import { errorCatalogue } from "./errors.ts";

type Schema = { [key: string]: unknown };

/** The answer of every refusal. */
export const failure: Schema = {
  type: "object",
  required: ["result"],
  properties: {
    result: {
      type: "object",
      required: ["content"],
      properties: {
        content: {
          type: "object",
          required: ["code", "message"],
          properties: {
            code: { type: "string", examples: Object.keys(errorCatalogue) },
            message: { type: "string" },
            details: {
              type: "array",
              items: {
                type: "object",
                properties: {
                  path: { type: "string" },
                  code: { type: "string" },
                  message: { type: "string" },
                  items: { type: "array", items: { $ref: "#/components/schemas/Ref" } },
                  theirs: {},
                  yours: {},
                },
              },
            },
            request_id: { type: "string" },
          },
        },
      },
    },
  },
};

const retryAfter = { "Retry-After": { description: "Seconds", schema: { type: "integer", minimum: 1 } } };

/** What refusals mean, by status, for the document's components. */
export const refusals: Schema = {
  400: refusal("Bad input; the details say where"),
  401: refusal("Nobody is signed in, or not any more"),
  403: refusal("The caller lacks the operation"),
  404: refusal("There is no such thing for this caller"),
  405: refusal("Method not allowed", {
    Allow: { description: "The methods that it takes", schema: { type: "string" } },
  }),
  409: refusal("It contradicts what is stored"),
  413: refusal("The body is larger than it may be"),
  415: refusal("The body is of a type that is not accepted"),
  429: refusal("Too many requests", retryAfter),
  503: refusal("Something that we stand on is away; come back", retryAfter),
  default: refusal("Refused; the code says why"),
};

function refusal(description: string, headers?: Schema): Schema {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
  };
}

/** The refusals that an endpoint's callers may meet. */
export function refusalsOf({ access, principals, method, params, scope, query, body, upload }: Endpoint): Schema {
  const hasBody = body !== undefined || upload !== undefined;
  const met: Record<string, boolean> = {
    400: query !== undefined || hasBody || scope !== "none",
    401: access !== "public",
    403: access !== "public",
    404: params !== undefined || scope !== "none",
    405: true,
    409: method !== "GET",
    413: hasBody,
    415: hasBody,
    429: access === "public" || principals.includes("device"),
    503: true,
    default: true,
  };
  const names = Object.keys(met).filter((name) => met[name]);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/responses/${name}` }]));
}
