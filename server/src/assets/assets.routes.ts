import { grants } from "@pulse/contract/access";
import {
  deleteAssetImage,
  getAsset,
  getAssetHistory,
  listAssetHistories,
  listAssets,
  listLiveAssets,
  searchAssets,
  setAssetImage,
} from "@pulse/contract/assets";
import { AppError } from "@pulse/contract/errors";
import { route, type RouteContext } from "../http/route.ts";
import { spanOf } from "../http/span.ts";
import { uploadRoute, type UploadStore } from "../http/uploadRoute.ts";
import { seesElevation, type Viewer } from "../http/viewer.ts";
import type { AssetHistory } from "./assetHistory.ts";
import type { AssetsService } from "./assets.service.ts";

/** Reading assets, and their pictures. */
export async function assetsRoutes(
  context: RouteContext,
  parts: { assets: AssetsService; history: AssetHistory; uploads: UploadStore; now: () => number },
): Promise<void> {
  const { assets, history, now } = parts;

  route(context, listAssets, ({ query, site }) => assets.search(site.siteId, query, "list"));
  route(context, searchAssets, ({ query, site }) => assets.search(site.siteId, query, "search"));
  route(context, listLiveAssets, async ({ site, query }) => ({
    content: await assets.live(site.siteId, query.at === undefined ? null : new Date(query.at)),
  }));

  route(context, listAssetHistories, async ({ site, query }) => {
    await assets.allOf(site.siteId, query.assetIds);
    const span = spanOf(query, now());
    const ids = [...new Set(query.assetIds)];
    return { content: await history.pages(site.siteId, ids, span, query.maxPoints ?? 1000) };
  });

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

  const reach = (viewer: Viewer, { id }: { id: string }) => assets.reachable(viewer, id);
  await uploadRoute(
    context,
    { ...setAssetImage, upload: setAssetImage.upload! },
    parts.uploads,
    async ({ viewer, params, write }, file) => ({
      content: await assets.setImage(write, await assets.reachable(viewer, params.id), file),
    }),
    reach,
  );
  route(
    context,
    deleteAssetImage,
    async ({ viewer, params, write }) => ({
      content: await assets.removeImage(write, await assets.reachable(viewer, params.id)),
    }),
    reach,
  );
}
