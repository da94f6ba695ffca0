import type { Asset } from "@pulse/contract/assets";
import { AppError } from "@pulse/contract/errors";
import { canEnter, type Viewer } from "../http/viewer.ts";
import type { AssetsRepository } from "./assets.repository.ts";

export type AssetsService = ReturnType<typeof assetsService>;

/** Assets, each seen by who may enter its site; to everybody else there is none (404). */
export function assetsService(assets: AssetsRepository) {
  const reachable = async (viewer: Viewer, id: string) => {
    const place = await assets.place(id);
    if (place === null || !canEnter(viewer, place)) throw new AppError("not_found");
    return { id, ...place };
  };
  return {
    reachable,
    /** Throws `not_found` where one of these is no asset of the site. */
    allOf: async (siteId: string, ids: readonly string[]): Promise<void> => {
      const found = await assets.among(siteId, ids);
      if (ids.some((id) => !found.has(id))) throw new AppError("not_found");
    },
    search: assets.search,
    live: assets.live,
    detail: async (viewer: Viewer, id: string): Promise<Asset> => {
      await reachable(viewer, id);
      const asset = await assets.find(id);
      if (asset === null) throw new AppError("not_found");
      return asset;
    },
  };
}
