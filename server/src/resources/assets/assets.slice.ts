import type { Photos } from "../../platform/files/photos.ts";
import type { History } from "../../pipeline/history/history.ts";
import type { LinkedAssets } from "../links/links.service.ts";
import type { Dependencies } from "../dependencies.ts";
import { assetFile } from "./assetFile.ts";
import { assetsRepository } from "./assets.repository.ts";
import { assetsRoutes } from "./assets.routes.ts";
import { type AssetsService, assetsService } from "./assets.service.ts";
import { assetWriting } from "./assetWriting.ts";

type AssetsParts = Pick<Dependencies, "context" | "db" | "background" | "files" | "now"> & {
  photos: Photos;
  history: History;
};

/** Assets, with their history and their pictures. */
export async function assetsSlice(
  parts: AssetsParts,
): Promise<Pick<AssetsService, "reachable" | "detail" | "allOf"> & Pick<LinkedAssets, "seen">> {
  const { context, db, background, files, photos, now } = parts;
  const assets = assetsService(assetsRepository(db), photos, parts.history.months);
  const find: Parameters<typeof assetWriting>[0]["find"] = (trx, id) => assetsRepository(trx).find(id);
  await assetsRoutes(context, {
    assets,
    writing: assetWriting({ find, photos, now }),
    history: parts.history.movements,
    file: assetFile(assetsRepository(background), now),
    uploads: files,
    now,
  });
  const { reachable, detail, allOf } = assets;
  return { reachable, detail, allOf, seen: async (trx, id) => (await find(trx, id))! };
}
