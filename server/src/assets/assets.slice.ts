import type { Photos } from "../files/photos.ts";
import type { Parts } from "../parts.ts";
import { assetHistory } from "./assetHistory.ts";
import { assetsRepository } from "./assets.repository.ts";
import { assetsRoutes } from "./assets.routes.ts";
import { assetsService } from "./assets.service.ts";

type AssetsParts = Pick<Parts, "context" | "db" | "background" | "files" | "now"> & { photos: Photos };

/** Assets, with their history and their pictures. */
export async function assetsSlice(parts: AssetsParts): Promise<void> {
  const { context, db, background, files, now } = parts;
  const assets = assetsService(assetsRepository(db), parts.photos);
  await assetsRoutes(context, { assets, history: assetHistory(db, background), uploads: files, now });
}
