import { ingestScans } from "@pulse/contract/ingest";
import type { FastifyError, FastifyRequest } from "fastify";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { ScansService } from "./scans.service.ts";

/** Messages that gateways post in their makers' formats, so JSON is not required. */
export async function scansRoutes(context: RouteContext, scans: ScansService): Promise<void> {
  await context.app.register(async (app) => {
    app.removeAllContentTypeParsers();
    // As Base64: a message may be binary, a text with a NUL in it is refused, and an Idempotency-Key compares bodies as JSON.
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body.toString("base64")));
    const { authenticate, senderOf } = rememberSenders(context.authenticate);
    // What Fastify refuses before it is a message: nobody but a gateway that has signed in gets this far with a body.
    app.addHook("onError", (request, _reply, error, done) => {
      const gateway = senderOf(request);
      if (gateway !== undefined && isBodyError(error))
        scans.dropped(gateway, error.statusCode === 413 ? announcedBytes(request) : error);
      done();
    });
    route({ ...context, app, authenticate }, ingestScans, async ({ principal, request, write }) => {
      if (principal?.kind !== "device") throw new Error("ingest/scans is only for devices");
      const payload = typeof request.body === "string" ? request.body : "";
      const receipt = await scans.receive(principal.device, Buffer.from(payload, "base64"));
      // Scans are recorded as sightings, not as a write.
      return { content: write.unchanged(receipt) };
    });
  });
}

/** Remembers which gateway has authenticated with a request, for what goes wrong before its handler. */
function rememberSenders(authenticate: RouteContext["authenticate"]): {
  authenticate: RouteContext["authenticate"];
  senderOf(request: FastifyRequest): RegisteredGateway | undefined;
} {
  const senders = new WeakMap<FastifyRequest, RegisteredGateway>();
  return {
    authenticate: async (endpoint, request) => {
      const principal = await authenticate(endpoint, request);
      if (principal.kind === "device") senders.set(request, principal.device);
      return principal;
    },
    senderOf: (request) => senders.get(request),
  };
}

/** Fastify's own errors about bodies: content types, lengths. */
function isBodyError(error: FastifyError): boolean {
  return (error.code ?? "").startsWith("FST_ERR_CTP_");
}

/** The length of a body as its sender has announced it; null: not announced. */
function announcedBytes({ headers }: FastifyRequest): number | null {
  const bytes = Number(headers["content-length"]);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
