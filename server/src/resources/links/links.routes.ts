import { linkTracker, unlinkTracker } from "@pulse/contract/assetChanges";
import { listAssetLinks } from "@pulse/contract/assets";
import { listTrackerLinks } from "@pulse/contract/trackers";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { LinksService } from "./links.service.ts";

/** Links, from the side of the asset and of the tracker. */
export function linksRoutes(
  context: RouteContext,
  links: LinksService,
  reach: (viewer: Viewer, params: { id: string }) => Promise<unknown>,
): void {
  route(context, listAssetLinks, async ({ viewer, params }) => ({ content: await links.ofAsset(viewer, params.id) }));
  route(context, listTrackerLinks, async ({ viewer, params }) => ({
    content: await links.ofTracker(viewer, params.id),
  }));
  route(
    context,
    linkTracker,
    async ({ params, body, write }) => ({ content: await links.link(write, params.id, body) }),
    reach,
  );
  route(
    context,
    unlinkTracker,
    async ({ params, write }) => ({ content: await links.unlink(write, params.id, params.trackerId) }),
    reach,
  );
}
