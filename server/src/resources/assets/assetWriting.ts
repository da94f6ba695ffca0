import type { AssetBody, AssetChange } from "@pulse/contract/assetChanges";
import type { Asset } from "@pulse/contract/assets";
import { AppError } from "@pulse/contract/errors";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { withConstraintRefusals, notUnique } from "../../platform/access/refusals.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { Photos } from "../../platform/files/photos.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import { endLinks } from "../links/endLinks.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { PlacedAsset } from "./assets.repository.ts";
import * as stored from "./assetWrites.repository.ts";

export type AssetWriting = ReturnType<typeof assetWriting>;

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals({ assets_name_key: () => notUnique("name", "Asset") }, write);

/** Making, changing, archiving and deleting assets. */
export function assetWriting(parts: {
  /** An asset as the API answers it, within a transaction. Null: it is not there. */
  find(trx: WriteTransaction, id: string): Promise<Asset | null>;
  photos: Pick<Photos, "deleteRow" | "remove">;
  now(): number;
}) {
  const { photos, now } = parts;
  const found = async (trx: WriteTransaction, id: string): Promise<Asset> => {
    const asset = await parts.find(trx, id);
    if (asset === null) throw new AppError("not_found");
    return asset;
  };
  const locked = async (trx: WriteTransaction, id: string): Promise<Asset> => {
    if (!(await stored.lockAsset(trx, id))) throw new AppError("not_found");
    return found(trx, id);
  };

  return {
    create: (
      write: Write<Asset>,
      { siteId, customerId }: SiteScope,
      body: z.output<typeof AssetBody>,
    ): Promise<Asset> =>
      unique(() =>
        write.commit(async (trx) => {
          const id = uuidv7();
          await stored.insertAsset(trx, { id, guid: uuidv7(), customerId, siteId, ...fieldsAfter(null, body) });
          const asset = await found(trx, id);
          return {
            content: asset,
            records: [recordOf("create", { ...asset, customerId }, changesBetween({}, auditFields(asset)))],
          };
        }),
      ),

    change: (
      write: Write<Asset>,
      { id, customerId }: PlacedAsset,
      { version, ...sent }: z.output<typeof AssetChange>,
    ): Promise<Asset> =>
      unique(() =>
        write.commit(async (trx) => {
          const before = await locked(trx, id);
          refuseStale(version, { ...before }, sent);
          await stored.updateAsset(trx, id, fieldsAfter(before, sent));
          const after = await found(trx, id);
          return {
            content: after,
            records: [
              recordOf("update", { ...after, customerId }, changesBetween(auditFields(before), auditFields(after))),
            ],
          };
        }),
      ),

    /** Archiving ends the links; whoever brings the asset back links it anew (decisions C31). */
    setArchived: async (write: Write<Asset>, asset: PlacedAsset, archived: boolean): Promise<Asset> =>
      write.commit(async (trx) => {
        const before = await locked(trx, asset.id);
        const endedLinks = archived ? await endLinks(trx, { assetId: asset.id }, enderOf(write)) : [];
        if (before.archived !== archived) await stored.setAssetArchived(trx, asset.id, archived);
        const changes = changesBetween(
          { archived: before.archived, trackers: endedLinks.map(({ tracker }) => tracker.name) },
          { archived, trackers: [] },
        );
        return {
          content: await found(trx, asset.id),
          records: [recordOf(archived ? "archive" : "unarchive", asset, changes)],
        };
      }),

    remove: async (write: Write<{ id: string }>, asset: PlacedAsset): Promise<{ id: string }> => {
      const forgotten: string[] = [];
      const content = await write.commit(async (trx) => {
        const before = await locked(trx, asset.id);
        await endLinks(trx, { assetId: asset.id }, enderOf(write));
        const imageId = await stored.markAssetDeleted(trx, asset.id);
        if (imageId !== null) {
          await photos.deleteRow(trx, imageId);
          forgotten.push(imageId);
        }
        return {
          content: { id: asset.id },
          records: [recordOf("delete", asset, changesBetween(auditFields(before), {}))],
        };
      });
      for (const imageId of forgotten) await photos.remove(imageId);
      return content;
    },
  };

  function enderOf({ viewer }: Pick<Write<unknown>, "viewer">) {
    return { by: viewer.email, at: new Date(now()) };
  }
}

type SentFields = { [K in keyof z.output<typeof AssetBody>]?: z.output<typeof AssetBody>[K] | undefined };

function fieldsAfter(before: Asset | null, { name, type, externalId, description }: SentFields): stored.AssetFields {
  return {
    name: name ?? before!.name,
    type: type ?? before!.type,
    externalId: externalId === undefined ? (before?.externalId ?? null) : externalId,
    description: description === undefined ? (before?.description ?? null) : description,
  };
}

const auditFields = ({ name, type, externalId, description }: Asset) => ({ name, type, externalId, description });

function recordOf(
  action: WriteRecord["action"],
  { id, name, customerId, siteId }: Pick<PlacedAsset, "id" | "name" | "customerId" | "siteId">,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  return { kind: "asset", action, entity: { id, name }, customerId, siteId, changes };
}
