import { grants } from "@pulse/contract/access";
import {
  archiveAsset,
  createAsset,
  deleteAsset,
  deleteAssetImage,
  setAssetImage,
  unarchiveAsset,
  updateAsset,
} from "@pulse/contract/assetChanges";
import {
  downloadAssets,
  getAsset,
  getAssetHistory,
  listAssetHistories,
  listAssets,
  listAssetTypes,
  listLiveAssets,
  searchAssets,
} from "@pulse/contract/assets";
import { AppError } from "@pulse/contract/errors";
import { route, type RouteContext } from "../../platform/http/route.ts";
import { spanOf } from "../../platform/http/span.ts";
import { uploadRoute, type UploadStore } from "../../platform/http/uploadRoute.ts";
import { seesElevation, type Viewer } from "../../platform/http/viewer.ts";
import type { Movements } from "../../pipeline/history/movements.ts";
import type { AssetFile } from "./assetFile.ts";
import type { AssetsService } from "./assets.service.ts";
import type { AssetWriting } from "./assetWriting.ts";

/** Assets, their history and their pictures. */
export async function assetsRoutes(
  context: RouteContext,
  parts: {
    assets: AssetsService;
    writing: AssetWriting;
    history: Movements;
    file: AssetFile;
    uploads: UploadStore;
    now: () => number;
  },
): Promise<void> {
  const { assets, writing, history, now } = parts;

  route(context, listAssets, ({ query, site }) => assets.search(site.siteId, query, "list"));
  route(context, searchAssets, ({ query, site }) => assets.search(site.siteId, query, "search"));
  route(context, listAssetTypes, async ({ site, query }) => ({
    content: await assets.types(site.siteId, query.archived),
  }));
  route(context, listLiveAssets, async ({ site, query }) => ({
    content: await assets.live(site.siteId, {
      at: query.at === undefined ? null : new Date(query.at),
      ids: query.assetIds ?? null,
    }),
  }));

  route(context, downloadAssets, async ({ viewer, site, query, reply }) => ({
    sent: await parts.file(reply, site.siteId, query, seesElevation(viewer)),
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
        sent: history.file(reply, { kind: "asset", ...asset }, span, {
          zone: query.convertToTimezone ?? "UTC",
          elevations: seesElevation(viewer),
        }),
      };
    return history.page({ kind: "asset", ...asset }, span, query);
  });

  route(context, createAsset, async ({ site, body, write }) => ({ content: await writing.create(write, site, body) }));

  const reach = (viewer: Viewer, { id }: { id: string }) => assets.reachable(viewer, id);
  route(
    context,
    updateAsset,
    async ({ viewer, params, body, write }) => ({
      content: await writing.change(write, await assets.reachable(viewer, params.id), body),
    }),
    reach,
  );
  route(
    context,
    deleteAsset,
    async ({ viewer, params, write }) => ({
      content: await writing.remove(write, await assets.reachable(viewer, params.id)),
    }),
    reach,
  );
  for (const [endpoint, archived] of [
    [archiveAsset, true],
    [unarchiveAsset, false],
  ] as const)
    route(
      context,
      endpoint,
      async ({ viewer, params, write }) => ({
        content: await writing.setArchived(write, await assets.reachable(viewer, params.id), archived),
      }),
      reach,
    );
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
