import { ingestScans } from "@pulse/contract/ingest";
import type { FastifyRequest } from "fastify";
import { originOf } from "../http/origin.ts";
import { route, type RouteContext } from "../http/route.ts";
import type { KnownGateway } from "./knownDevices.ts";
import type { ScansService } from "./scans.service.ts";

/** A message as it was posted: bytes as Latin-1, since a maker's own need not be text. */
interface Posted {
  gatewayId: string;
  payload: string;
}

/** What gateways post. Who they are is asked before their message is read. */
export async function scansRoutes(context: RouteContext, scans: ScansService): Promise<void> {
  await context.app.register(async (app) => {
    const callers = new WeakMap<FastifyRequest, KnownGateway>();
    app.addHook("onRequest", async (request) => {
      callers.set(request, await scans.authenticate(request.headers.authorization, originOf(request).ip));
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
      // With its sender, so that two gateways' equal messages under one Idempotency-Key are two.
      const posted: Posted = { gatewayId: callers.get(request)?.id ?? "", payload: body.toString("latin1") };
      done(null, posted);
    });
    route({ ...context, app }, ingestScans, async ({ request, write }) => {
      const { payload = "" } = (request.body ?? {}) as Partial<Posted>;
      const receipt = await scans.take(callers.get(request)!, Buffer.from(payload, "latin1"));
      // What gateways hear is no write of anybody.
      return { content: write.unchanged(receipt) };
    });
  });
}
