import { AppError, errorCatalogue, errorMessage, type ErrorCode, type ErrorDetail } from "@pulse/contract/errors";
import { toWire } from "@pulse/contract/wire";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { z } from "zod";

interface Failure {
  status: number;
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
  headers: Record<string, string>;
}

/** The one place where an error becomes an answer. What nobody foresaw is logged whole and told with a request id only. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const failure = failureOf(error);
    if (failure.status >= 500) request.log.error({ err: error }, "a request failed");
    return sendFailure(reply, failure, failure.status >= 500 ? request.id : undefined);
  });
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, failureOf(new AppError("not_found"))));
}

function sendFailure(reply: FastifyReply, failure: Failure, requestId?: string): FastifyReply {
  const content = {
    code: failure.code,
    message: failure.message,
    ...(failure.details.length > 0 ? { details: failure.details } : {}),
    ...(requestId === undefined ? {} : { requestId }),
  };
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(toWire({ result: { content } })));
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
  const status = error.statusCode ?? 500;
  if (status === 413) return plain("file_too_large", { max: "1 MB" });
  if (status === 415) return plain("file_type_invalid");
  // Malformed JSON, a wrong content type, a bad header: the sender's mistake, told in its own words.
  if (status >= 400 && status < 500)
    return {
      ...plain("invalid_parameter"),
      details: [{ path: "body", code: "invalid_parameter", message: error.message }],
    };
  return plain("internal_server_error");
}

function plain(code: ErrorCode, values: Record<string, string> = {}): Failure {
  return { status: errorCatalogue[code][0], code, message: errorMessage(code, values), details: [], headers: {} };
}

/** What zod found wrong, as the catalogue's 400: the first issue gives the code, every issue is in the details. */
export function invalid(error: z.ZodError, nameOf: (key: string) => string): AppError {
  const details = error.issues.map((issue): ErrorDetail => {
    const path = issue.path
      .map((part) => (typeof part === "number" ? `[${part}]` : nameOf(String(part))))
      .join(".")
      .replaceAll(".[", "[");
    const entity = nameOf(String(issue.path.at(-1) ?? "body"));
    if (issue.code === "invalid_type" && issue.input === undefined) {
      const code = requiredCodes[entity] ?? "field_required";
      return { path, code, message: errorMessage(code) };
    }
    const said = issue.code === "custom" ? (issue.params?.["code"] as ErrorCode | undefined) : undefined;
    if (said !== undefined) return { path, code: said, message: issue.message };
    if (issue.code === "too_small" || issue.code === "too_big") {
      const bounds = issue.code === "too_small" ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
      return { path, code: "out_of_range", message: `${entity} must be ${bounds}` };
    }
    return { path, code: "invalid_parameter", message: issue.message };
  });
  const [first] = details;
  const code = first && first.code in errorCatalogue ? (first.code as ErrorCode) : "invalid_parameter";
  return new AppError(code, {
    details,
    ...(code === "out_of_range" ? { values: rangeIn(error) } : {}),
    ...(code === "char_not_allowed"
      ? { values: { char: first!.message.slice(0, first!.message.indexOf(" is ")) } }
      : {}),
  });
}

/** Fields whose absence has a code of its own in the catalogue. */
const requiredCodes: Readonly<Record<string, ErrorCode>> = {
  email: "email_required",
  password: "password_required",
  code: "confirmation_code_required",
};

function rangeIn(error: z.ZodError): Record<string, string> {
  const [issue] = error.issues;
  const entity = String(issue?.path.at(-1) ?? "value");
  if (issue?.code === "too_small") return { entity, min: String(issue.minimum), max: "its maximum" };
  if (issue?.code === "too_big") return { entity, min: "its minimum", max: String(issue.maximum) };
  return { entity };
}
