import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "./context.ts";
import { IdentityError } from "./errors.ts";
import { plainAddress } from "./networks.ts";
import { isAdminName, operations } from "./operations.ts";
import { assertSigned, type AdminKey } from "./sigV4.ts";

const targetPrefix = "AWSCognitoIdentityProviderService.";
const bodyLimitBytes = 64 * 1024;
const contentType = "application/x-amz-json-1.1";

/** Cognito's wire: `POST /identity/` by X-Amz-Target, and for each pool its JWKS and discovery document. */
export function identityPlugin(context: Context, adminKey: AdminKey): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      async (routes) => {
        // The signature covers the bytes, so the body is read as bytes, whatever its content type.
        routes.removeAllContentTypeParsers();
        routes.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyLimitBytes }, (_request, body, done) =>
          done(null, body),
        );
        routes.setErrorHandler((error: unknown, request, reply) => answerError(context, error, request, reply));
        routes.addHook("onRequest", async (_request, reply) => void reply.headers(corsHeaders));
        routes.post("/", { bodyLimit: bodyLimitBytes }, (request, reply) =>
          dispatch(context, adminKey, request, reply),
        );
        routes.options("/", async (_request, reply) => reply.headers(preflightHeaders).code(204).send());
        wellKnown(routes, context);
      },
      { prefix: "/identity" },
    );
  };
}

// Any origin may call: tokens are sent in bodies, and no cookie is ever read. The headers are those that clients send.
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,date",
};
const preflightHeaders = {
  "access-control-allow-methods": "POST, GET, OPTIONS",
  "access-control-allow-headers":
    "content-type,cache-control,x-amz-target,x-amz-user-agent,amz-sdk-invocation-id,amz-sdk-request,authorization,x-amz-date,x-amz-content-sha256,x-amz-security-token",
  "access-control-max-age": "86400",
};

async function dispatch(context: Context, adminKey: AdminKey, request: FastifyRequest, reply: FastifyReply) {
  const caller = {
    ip: plainAddress(addressOf(request)),
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
  };
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const target = String(request.headers["x-amz-target"] ?? "");
  const name = target.startsWith(targetPrefix) ? target.slice(targetPrefix.length) : "";
  const countCall = () =>
    context.throttle.address(caller.ip, () =>
      context.audit({ action: "address_limited", pool: "current", sub: null, email: null, ...caller, detail: {} }),
    );
  if (isAdminName(name)) {
    const { method, headers } = request;
    try {
      assertSigned({ method, url: request.raw.url ?? "/", headers, body }, adminKey, context.now());
    } catch (error) {
      await countCall();
      throw error;
    }
  } else await countCall();
  const found = operations.get(name);
  if (!found) throw new IdentityError("UnknownOperationException", `Unknown operation ${name.slice(0, 64)}`);
  const result = await found.run(context, parseBody(body), caller);
  void reply.header("x-amzn-requestid", request.id).header("cache-control", "no-store").type(contentType);
  return reply.send(result === null ? "" : JSON.stringify(result));
}

function parseBody(body: Buffer): unknown {
  const text = body.toString("utf8");
  try {
    return JSON.parse(text, asRead);
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    throw new IdentityError("SerializationException", "The request body is not valid JSON.");
  }
}

/** On this wire a null member means one left out: clients write both. */
function asRead(this: unknown, key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text !== "string") continue;
    // PostgreSQL cannot store a NUL in a text, and no name, code or password has one.
    if (text.includes("\0")) throw new IdentityError("InvalidParameterException", "The request holds a NUL character.");
    if (!text.isWellFormed())
      throw new IdentityError("InvalidParameterException", "The request holds half a character.");
  }
  return value === null && !Array.isArray(this) ? undefined : value;
}

function answerError(context: Context, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof IdentityError ? error : fromFastify(error);
  if (known.httpStatus >= 500)
    context.log.error({ err: error, target: request.headers["x-amz-target"] }, "identity endpoint failed");
  void reply
    .code(known.httpStatus)
    .header("x-amzn-requestid", request.id)
    .header("x-amzn-errortype", `${known.type}:`)
    // Headers are ASCII only; the body has the whole message, which may contain somebody's own text.
    .header("x-amzn-errormessage", known.message.replaceAll(/[^\x20-\x7e]/g, "?"))
    .header("cache-control", "no-store")
    .type(contentType);
  return reply.send(JSON.stringify({ __type: known.type, message: known.message }));
}

/**
 * Any other error in Cognito's form. Fastify's own refusals (a body too large, a broken header) keep their status; the
 * rest are our own failures, and the answer reveals nothing about them.
 */
function fromFastify(error: unknown): IdentityError {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status === 413)
    return new IdentityError("RequestEntityTooLargeException", "The request is larger than 64 KiB.", 413);
  if (status >= 400 && status < 500)
    return new IdentityError("InvalidParameterException", "The request could not be read.");
  return new IdentityError("InternalErrorException", "Internal server error", 500);
}

function wellKnown(routes: FastifyInstance, context: Context): void {
  const poolOf = (request: FastifyRequest) => {
    const { poolId } = request.params as { poolId: string };
    const pool = [context.pools.current, context.pools.legacy].find((each) => each.userPoolId === poolId);
    if (!pool) throw new IdentityError("ResourceNotFoundException", "User pool does not exist.", 404);
    return pool;
  };
  // Keys are published ten minutes before they sign, so a cache of five minutes has them in time.
  const cached = { "cache-control": "public, max-age=300" };

  routes.get("/:poolId/.well-known/jwks.json", async (request, reply) =>
    reply.headers(cached).send(context.keys.jwks(poolOf(request))),
  );

  routes.get("/:poolId/.well-known/openid-configuration", async (request, reply) => {
    const { issuer } = poolOf(request);
    return reply.headers(cached).send({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ["RS256"],
      subject_types_supported: ["public"],
      response_types_supported: ["token"],
      claims_supported: [
        "sub",
        "email",
        "email_verified",
        "phone_number",
        "phone_number_verified",
        "given_name",
        "family_name",
      ],
    });
  });
}

/** The caller's address; empty for one who has already hung up, whom no answer reaches. */
function addressOf(request: FastifyRequest): string {
  const ip: string | undefined = request.ip;
  return ip ?? "";
}
