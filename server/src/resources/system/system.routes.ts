import { versions } from "@pulse/contract/limits";
import { getConfig, getServerStatus, getVersion, type PublicConfig, reportCrash } from "@pulse/contract/system";
import { originOf } from "../../platform/http/origin.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";

/** What anybody may ask before signing in, and what a browser reports about itself. */
export function systemRoutes(context: RouteContext, config: (origin: string) => Promise<PublicConfig>): void {
  route(context, getVersion, async () => ({ content: { version: versions.server } }));
  route(context, getServerStatus, async () => ({ content: { status: "online" as const } }));
  route(context, getConfig, async ({ request }) => ({
    content: await config(`${request.protocol}://${request.host}`),
  }));
  route(context, reportCrash, async ({ body, request, write }) => {
    const { requestId } = originOf(request);
    request.log.error({ crash: body, requestId }, "a page of the web app broke");
    return { content: write.unchanged({ requestId }, 202) };
  });
}
