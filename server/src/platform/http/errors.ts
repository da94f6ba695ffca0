import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import {
  andMore,
  AppError,
  errorCatalogue,
  errorMessage,
  type ErrorCode,
  type ErrorDetail,
} from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import { uncheckedItems } from "@pulse/contract/list";
import { toWire } from "@pulse/contract/wire";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { retryAfterS } from "./retryAfter.ts";

interface Failure {
  status: number;
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
  headers: Record<string, string>;
}

/**
 * The only place where an error becomes an answer. Unexpected errors are logged in full; the caller only gets a request
 * id.
 */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const failure = failureOf(error);
    // One line for each of these, since there are many while the database is away.
    if (failure.status === 503) request.log.warn({ reason: error.message }, "a request could not be served");
    else if (failure.status >= 500) request.log.error({ err: error }, "a request failed");
    return sendFailure(reply, failure, failure.status >= 500 ? request.id : undefined);
  });
}

/** For addresses that the router cannot read, for which no hook runs. */
export function answerUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const code = error.code === "FST_ERR_MAX_PARAM_LENGTH" ? "not_found" : "invalid_parameter";
  const details = [{ path: "url", code, message: "This is not a valid address" }];
  void sendFailure(reply.headers(bareHeaders), { ...catalogueFailure(code), details });
}

/** For bytes that are no complete HTTP request. There is no reply object yet, so the answer is written by hand. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  const failure = catalogueFailure(brokenCodes[error.code ?? ""] ?? "invalid_parameter");
  const text = envelopeOf(failure);
  const headers = { ...bareHeaders, "content-type": jsonType, "content-length": Buffer.byteLength(text) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ""}`;
  socket.end([status, ...lines, "connection: close", "", text].join("\r\n"), () => socket.destroy());
}

const brokenCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};
const jsonType = "application/json; charset=utf-8";
const bareHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function sendFailure(reply: FastifyReply, failure: Failure, requestId?: string): FastifyReply {
  return reply.code(failure.status).headers(failure.headers).type(jsonType).send(envelopeOf(failure, requestId));
}

function envelopeOf(failure: Failure, requestId?: string): string {
  const details = bounded(failure);
  const content = {
    code: failure.code,
    message: failure.message,
    ...(details.length > 0 ? { details } : {}),
    ...(requestId === undefined ? {} : { requestId }),
  };
  return JSON.stringify(toWire({ result: { content } }));
}

/** Some refusals are written by services, whose details may be as many as what is stored. */
function bounded({ code, details }: Failure): ErrorDetail[] {
  const maxDetails = code === "import_refused" ? limits.importFaultsTold : limits.detailsMax;
  const isWhole =
    details.length <= maxDetails || (details.length === maxDetails + 1 && details.at(-1)!.code === "too_many");
  const listed = isWhole ? details : [...details.slice(0, maxDetails), andMore(details.length - maxDetails)];
  return listed.map((detail) => {
    const more = (detail.items?.length ?? 0) - limits.detailsMax;
    return more <= 0 ? detail : { ...detail, items: detail.items!.slice(0, limits.detailsMax), count: more };
  });
}

function failureOf(error: FastifyError | AppError): Failure {
  if (error instanceof AppError)
    return {
      status: error.status,
      code: error.code,
      message: error.message,
      details: error.details,
      headers: error.headers,
    };
  const retryS = retryAfterS(error);
  if (retryS !== null)
    return { ...catalogueFailure("service_unavailable"), headers: { "retry-after": String(retryS) } };
  const status = error.statusCode ?? 500;
  if (status === 413) return catalogueFailure("file_too_large", { max: "1 MB" });
  if (status === 415) return catalogueFailure("file_type_invalid");
  // Malformed JSON, a wrong content type or a bad header is the sender's mistake, explained in Fastify's words.
  if (status >= 400 && status < 500)
    return {
      ...catalogueFailure("invalid_parameter"),
      details: [{ path: "body", code: "invalid_parameter", message: error.message }],
    };
  return catalogueFailure("internal_server_error");
}

function catalogueFailure(code: ErrorCode, values: Record<string, string> = {}): Failure {
  return { status: errorCatalogue[code][0], code, message: errorMessage(code, values), details: [], headers: {} };
}

/**
 * Turns zod's issues into the catalogue's 400: the first issue gives the code, the first fifty are the details. The
 * values must have been read with `reportInput`: otherwise a missing value looks like a wrong one.
 * @param schema the violated schema: it has both bounds of a range, an issue only one of them
 */
export function invalid(error: z.ZodError, nameOf: (key: string) => string, schema: z.ZodType): AppError {
  const faults = error.issues.filter((issue) => uncheckedItems(issue) === 0);
  const unchecked = error.issues.reduce((sum, issue) => sum + uncheckedItems(issue), 0);
  const details = faults.slice(0, limits.detailsMax).map((issue): ErrorDetail => {
    const path = issue.path
      .map((part) => (typeof part === "number" ? `[${part}]` : nameOf(String(part))))
      .join(".")
      .replaceAll(".[", "[");
    const entity = nameOf(String(issue.path.at(-1) ?? "body"));
    if (isMissing(issue)) {
      const code = requiredCodes[entity] ?? "field_required";
      return { path, code, message: errorMessage(code) };
    }
    const customCode = issue.code === "custom" ? (issue.params?.["code"] as ErrorCode | undefined) : undefined;
    if (customCode !== undefined) return { path, code: customCode, message: issue.message };
    if (issue.code === "too_small" || issue.code === "too_big") {
      return { path, code: "out_of_range", message: rangeMessage(entity, issue, rangeAt(schema, issue)) };
    }
    return { path, code: "invalid_parameter", message: issue.message };
  });
  const more = faults.length - details.length + unchecked;
  if (more > 0) details.push(andMore(more));
  const [first] = details;
  const code = first && first.code in errorCatalogue ? (first.code as ErrorCode) : "invalid_parameter";
  // These texts have placeholders, which the first detail has filled in.
  const isFilled = first !== undefined && (code === "out_of_range" || code === "char_not_allowed");
  return new AppError(code, { details, ...(isFilled ? { message: first.message } : {}) });
}

const typeCodes = new Set(["invalid_type", "invalid_value", "invalid_union"]);

/** Whether a value that must be there is not; null clears a field, and what must be there cannot be cleared. */
function isMissing({ code, input }: z.core.$ZodIssue): boolean {
  return typeCodes.has(code) && (input === undefined || input === null);
}

/** Fields that have an error code of their own when they are missing. */
const requiredCodes: Readonly<Record<string, ErrorCode>> = {
  email: "email_required",
  password: "password_required",
  code: "confirmation_code_required",
};

/** Of a list the number of items is wrong, and its title says what they are called; of a text the length. */
function rangeMessage(entity: string, issue: z.core.$ZodIssue, { min, max, title = entity }: Range): string {
  const origin = "origin" in issue ? issue.origin : "number";
  if (origin === "string") return `${entity} must have ${min} to ${max} characters`;
  if (origin !== "array") return errorMessage("out_of_range", { entity, min, max });
  const counted = `number of ${title}`;
  return min === max ? `${counted} must be ${min}` : errorMessage("out_of_range", { entity: counted, min, max });
}

interface Range {
  min: string;
  max: string;
  title?: string | undefined;
}

interface Described {
  title?: string;
  $ref?: string;
  $defs?: Record<string, Described>;
  anyOf?: Described[];
  properties?: Record<string, Described>;
  items?: Described;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

const descriptions = new WeakMap<z.ZodType, Described>();

/** Both bounds of the range that a value violates. */
function rangeAt(schema: z.ZodType, issue: z.core.$ZodIssue): Range {
  let description = descriptions.get(schema);
  if (!description) {
    description = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Described;
    descriptions.set(schema, description);
  }
  const resolved = (part: Described | undefined): Described => {
    const referenced = part?.$ref === undefined ? part : description?.$defs?.[part.$ref.replace("#/$defs/", "")];
    // A nullable value is described as one of two.
    return referenced?.anyOf?.[0] === undefined ? (referenced ?? {}) : resolved(referenced.anyOf[0]);
  };
  const at = issue.path.reduce<Described>(
    (part, key) => resolved(typeof key === "number" ? part.items : part.properties?.[String(key)]),
    resolved(description),
  );
  const min = issue.code === "too_small" ? issue.minimum : (at.minimum ?? at.minLength ?? at.minItems ?? 0);
  const max = issue.code === "too_big" ? issue.maximum : (at.maximum ?? at.maxLength ?? at.maxItems ?? "any");
  return { min: String(min), max: String(max), title: at.title };
}
