import type { Asset } from "@pulse/contract/assets";
import { AppError } from "@pulse/contract/errors";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import type { ReceivedFile } from "../../platform/files/fileStore.ts";
import type { Photos } from "../../platform/files/photos.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { AssetsRepository, PlacedAsset } from "./assets.repository.ts";

export type AssetsService = ReturnType<typeof assetsService>;

/** Assets, visible to whoever may enter their site; for everybody else they do not exist (404). */
export function assetsService(assets: AssetsRepository, photos: Photos, months: ColdHistory) {
  const reachable = async (viewer: Viewer, id: string): Promise<PlacedAsset> => {
    const place = await assets.place(id);
    if (place === null || !canEnter(viewer, place)) throw new AppError("not_found");
    return { id, ...place };
  };
  const changeImage = async <C>(
    write: Write<C>,
    asset: PlacedAsset,
    imageId: string | null,
    answer: (after: Asset) => C,
    insert?: (trx: WriteTransaction) => Promise<void>,
  ): Promise<C> => {
    const forgotten: string[] = [];
    const content = await write.commit(async (trx) => {
      await insert?.(trx);
      const changed = await assets.changeImage(trx, asset.id, imageId);
      if (changed === null) throw new AppError("not_found");
      const { before, after } = changed;
      if (before !== null) {
        await photos.deleteRow(trx, before);
        forgotten.push(before);
      }
      return { content: answer(after), records: [imageRecord(asset, before, imageId)] };
    });
    for (const id of forgotten) await photos.remove(id);
    return content;
  };
  return {
    reachable,
    /** Throws `not_found` if one of these is no asset of the site. */
    allOf: async (siteId: string, ids: readonly string[]): Promise<void> => {
      const found = await assets.among(siteId, ids);
      if (ids.some((id) => !found.has(id))) throw new AppError("not_found");
    },
    /** Replaces an asset's picture. */
    setImage: (write: Write<Asset>, asset: PlacedAsset, file: ReceivedFile): Promise<Asset> =>
      photos.store(file, asset, (imageId, insert) => changeImage(write, asset, imageId, (after) => after, insert)),

    removeImage: async (write: Write<{ id: string }>, asset: PlacedAsset): Promise<{ id: string }> =>
      asset.imageId === null
        ? write.unchanged({ id: asset.id })
        : changeImage(write, asset, null, ({ id }) => ({ id })),

    search: assets.search,
    types: assets.types,
    /** The unarchived assets of a site with their live fields; `at` null: now; `ids` null: every asset. */
    live: (siteId: string, choice: { at: Date | null; ids: readonly string[] | null }) =>
      assets.live(siteId, choice, months),
    detail: async (viewer: Viewer, id: string): Promise<Asset> => {
      await reachable(viewer, id);
      const asset = await assets.find(id);
      if (asset === null) throw new AppError("not_found");
      return asset;
    },
  };
}

function imageRecord(asset: PlacedAsset, before: string | null, after: string | null): WriteRecord {
  const { id, name, customerId, siteId } = asset;
  return {
    kind: "asset",
    action: "update",
    entity: { id, name },
    customerId,
    siteId,
    changes: [{ field: "image", before, after }],
  };
}
