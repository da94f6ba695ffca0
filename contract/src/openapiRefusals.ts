import type { Endpoint } from "./endpoint.ts";
import { errorCatalogue, type ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";

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
              description: `At most ${limits.detailsMax} faults (of an imported file ${limits.importFaultsTold}). If there are more, or if items of a list were not checked after so many, one further detail comes last: its code is \`too_many\`, and \`count\` says how many.`,
              items: {
                type: "object",
                properties: {
                  path: { type: "string" },
                  code: { type: "string" },
                  message: { type: "string" },
                  items: { type: "array", items: { $ref: "#/components/schemas/Ref" } },
                  theirs: {},
                  yours: {},
                  count: { type: "integer", description: "How many more there are than this refusal lists" },
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
  400: refusal(400, "Invalid input; the details say where"),
  401: refusal(401, "Not signed in, or the session has ended"),
  403: refusal(403, "The caller lacks the operation"),
  404: refusal(404, "Does not exist, or not for this caller"),
  405: refusal(405, "Method not allowed", {
    Allow: { description: "The methods that are allowed", schema: { type: "string" } },
  }),
  409: refusal(409, "Conflicts with what is stored"),
  413: refusal(413, "The body is too large"),
  415: refusal(415, "This type of body is not accepted"),
  429: refusal(429, "Too many requests", retryAfter),
  503: refusal(503, "Something the server depends on is unavailable; try again later", retryAfter),
  default: refusal(500, "Refused; the code says why"),
};

/** With an example for each code of the status. */
function refusal(status: number, description: string, headers?: Schema): Schema {
  const codes = Object.entries(errorCatalogue).filter(([, [of]]) => of === status) as [ErrorCode, [number, string]][];
  const examples = codes.map(([code, [, message]]) => [code, { value: { result: { content: { code, message } } } }]);
  return {
    description,
    ...(headers ? { headers } : {}),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Failure" },
        examples: Object.fromEntries(examples) as Schema,
      },
    },
  };
}

/** The refusals that an endpoint's callers may meet. */
export function refusalsOf({ access, principals, method, params, scope, query, body, upload }: Endpoint): Schema {
  const hasBody = body !== undefined || upload !== undefined;
  const met: Record<string, boolean> = {
    400: query !== undefined || method !== "GET" || scope !== "none",
    // Some public endpoints take a token of their own.
    401: access !== "public" || method !== "GET",
    403: access !== "public",
    // Not every caller has everything about itself, such as a customer.
    404: params !== undefined || scope !== "none" || access === "signedIn",
    405: true,
    409: method !== "GET",
    413: hasBody,
    415: hasBody,
    429: access === "public" || principals.includes("device") || principals.includes("apiKey"),
    503: true,
    default: true,
  };
  const names = Object.keys(met).filter((name) => met[name]);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/responses/${name}` }]));
}
