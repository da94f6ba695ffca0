import { ingestScans } from "@pulse/contract/ingest";
import { route, type RouteContext } from "../http/route.ts";
import type { ScansService } from "./scans.service.ts";

/** What gateways post, in their makers' own words: no JSON is asked for. */
export async function scansRoutes(context: RouteContext, scans: ScansService): Promise<void> {
  await context.app.register(async (app) => {
    app.removeAllContentTypeParsers();
    // As Latin-1, since a message need not be text and an Idempotency-Key compares messages as JSON does.
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body.toString("latin1")));
    route({ ...context, app }, ingestScans, async ({ principal, request, write }) => {
      if (principal?.kind !== "device") throw new Error("ingest/scans is for devices alone");
      const payload = typeof request.body === "string" ? request.body : "";
      const receipt = await scans.take(principal.device, Buffer.from(payload, "latin1"));
      // What gateways hear is no write of anybody.
      return { content: write.unchanged(receipt) };
    });
  });
}
