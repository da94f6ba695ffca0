import { versions } from "@pulse/contract/limits";
import { getConfig, getServerStatus, getVersion, type PublicConfig } from "@pulse/contract/system";
import { route, type RouteContext } from "../http/route.ts";

/** What anybody may ask before signing in. */
export function systemRoutes(context: RouteContext, config: (origin: string) => PublicConfig): void {
  route(context, getVersion, async () => ({ content: { version: versions.server } }));
  route(context, getServerStatus, async () => ({ content: { status: "online" as const } }));
  route(context, getConfig, async ({ request }) => ({ content: config(`${request.protocol}://${request.host}`) }));
}
