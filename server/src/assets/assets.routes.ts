import { grants } from "@pulse/contract/access";
import { getAsset, getAssetHistory, listAssets, listLiveAssets, searchAssets } from "@pulse/contract/assets";
import { AppError } from "@pulse/contract/errors";
import { route, type RouteContext } from "../http/route.ts";
import { spanOf } from "../http/span.ts";
import { seesElevation } from "../http/viewer.ts";
import type { AssetHistory } from "./assetHistory.ts";
import type { AssetsService } from "./assets.service.ts";

/** Assets as far as they are read. */
export function assetsRoutes(
  context: RouteContext,
  parts: { assets: AssetsService; history: AssetHistory; now: () => number },
): void {
  const { assets, history, now } = parts;

  route(context, listAssets, ({ query, site }) => assets.search(site.siteId, query, "list"));
  route(context, searchAssets, ({ query, site }) => assets.search(site.siteId, query, "search"));
  route(context, listLiveAssets, async ({ site }) => ({ content: await assets.live(site.siteId) }));

  route(context, getAsset, async ({ viewer, params }) => ({ content: await assets.detail(viewer, params.id) }));

  route(context, getAssetHistory, async ({ viewer, params, query, reply }) => {
    if (query.returnFile && !grants(viewer.access, { area: "asset_download", letter: "r" }))
      throw new AppError("operation_not_allowed");
    const asset = await assets.reachable(viewer, params.id);
    if (query.siteId !== undefined && query.siteId !== asset.siteId) throw new AppError("not_found");
    const span = spanOf(query, now());
    if (query.returnFile)
      return {
        sent: history.file(reply, asset, span, {
          zone: query.convertToTimezone ?? "UTC",
          elevations: seesElevation(viewer),
        }),
      };
    return history.page(asset, span, query);
  });
}
