import { ingestScans } from "@pulse/contract/ingest";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { ScansService } from "./scans.service.ts";

/** Messages that gateways post in their makers' formats, so JSON is not required. */
export async function scansRoutes(context: RouteContext, scans: ScansService): Promise<void> {
  await context.app.register(async (app) => {
    app.removeAllContentTypeParsers();
    // As Base64: a message may be binary, a text with a NUL in it is refused, and an Idempotency-Key compares bodies as JSON.
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body.toString("base64")));
    route({ ...context, app }, ingestScans, async ({ principal, request, write }) => {
      if (principal?.kind !== "device") throw new Error("ingest/scans is only for devices");
      const payload = typeof request.body === "string" ? request.body : "";
      const receipt = await scans.receive(principal.device, Buffer.from(payload, "base64"));
      // Scans are recorded as sightings, not as a write.
      return { content: write.unchanged(receipt) };
    });
  });
}
