import { grants } from "@pulse/contract/access";
import type { Asset, Link } from "@pulse/contract/assets";
import { AppError, type ErrorDetail, errorMessage } from "@pulse/contract/errors";
import type { Ref } from "@pulse/contract/fields";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { withConstraintRefusals } from "../../platform/access/refusals.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import * as stored from "./links.repository.ts";

export type LinksService = ReturnType<typeof linksService>;

/** An asset or a tracker that the viewer may reach. */
interface Placed {
  id: string;
  name: string;
  siteId: string;
  customerId: string;
}

/** Assets as far as links ask for them. */
export interface LinkedAssets {
  reachable(viewer: Viewer, id: string): Promise<Placed>;
  /** As the API answers it, within the transaction that changed its links. */
  seen(trx: WriteTransaction, id: string): Promise<Asset>;
  detail(viewer: Viewer, id: string): Promise<Asset>;
}

/**
 * Which tracker is on which asset: a tracker on one asset, an asset with one tracker of each type. Ended links are
 * kept, so that an asset's trail stays right when its tracker changes.
 */
export function linksService(parts: {
  db: Kysely<Database>;
  assets: LinkedAssets;
  trackers: { reachable(viewer: Viewer, id: string): Promise<Placed> };
  now(): number;
}) {
  const { db, assets, trackers, now } = parts;

  return {
    ofAsset: async (viewer: Viewer, id: string): Promise<Link[]> =>
      stored.linksOf(db, { assetId: (await assets.reachable(viewer, id)).id }),

    ofTracker: async (viewer: Viewer, id: string): Promise<Link[]> =>
      stored.linksOf(db, { trackerId: (await trackers.reachable(viewer, id)).id }),

    /** @throws {AppError} `already_linked` for a link that would end another, unless `replace` says that it may. */
    link: async (
      write: Write<Asset>,
      assetId: string,
      { trackerId, replace = false }: { trackerId: string; replace?: boolean | undefined },
    ): Promise<Asset> => {
      const { viewer } = write;
      const asset = await assets.reachable(viewer, assetId);
      const tracker = await trackers.reachable(viewer, trackerId).catch(() => null);
      // To a site, the trackers of another one do not exist.
      if (tracker === null || tracker.siteId !== asset.siteId) throw missing("tracker_id");
      const open = await stored.openLinks(db, { trackerId });
      if (open.some((link) => link.asset.id === assetId))
        return write.unchanged(await assets.detail(viewer, assetId), 200);
      // If two link it at once, the database lets one through, and the other caller is asked whether to move it.
      return withConstraintRefusals({ links_open_key: () => linkTaken([]) }, () =>
        write.commit(async (trx) => {
          const there = await stored.lockAsset(trx, assetId, asset.siteId);
          const lockedTracker = await stored.lockTracker(trx, trackerId, asset.siteId);
          if (there === null) throw new AppError("not_found");
          if (lockedTracker === null) throw missing("tracker_id");
          if (there.archived) throw archived("id", "asset");
          if (lockedTracker.archived) throw archived("tracker_id", "tracker");
          const elsewhere = (await stored.openLinks(trx, { trackerId })).filter((link) => link.asset.id !== assetId);
          const sameType = (await stored.openLinks(trx, { assetId })).filter(
            (link) => link.trackerType === lockedTracker.type && link.tracker.id !== trackerId,
          );
          const ending = [...elsewhere, ...sameType];
          if (ending.length > 0 && !replace) throw linkTaken(detailsOf(elsewhere, sameType));
          refuseWithout(viewer, ending.length > 0 ? "u" : "c");
          const who = { by: viewer.email, at: new Date(now()) };
          await stored.closeLinks(
            trx,
            ending.map(({ id }) => id),
            who,
          );
          await stored.insertLink(trx, { assetId, trackerId, ...who });
          return {
            content: await assets.seen(trx, assetId),
            records: [
              recordOf("link", asset, sameType[0]?.tracker ?? null, lockedTracker),
              ...elsewhere.map((link) => recordOf("unlink", { ...asset, ...link.asset }, lockedTracker, null)),
            ],
          };
        }),
      );
    },

    /** From the next fix on the asset gets nothing through that tracker. */
    unlink: async (write: Write<{ id: string }>, assetId: string, trackerId: string): Promise<{ id: string }> => {
      const asset = await assets.reachable(write.viewer, assetId);
      return write.commit(async (trx) => {
        await stored.lockAsset(trx, assetId, asset.siteId);
        const link = (await stored.openLinks(trx, { assetId })).find(({ tracker }) => tracker.id === trackerId);
        if (link === undefined) throw new AppError("not_found");
        await stored.closeLinks(trx, [link.id], { by: write.viewer.email, at: new Date(now()) });
        return { content: { id: trackerId }, records: [recordOf("unlink", asset, link.tracker, null)] };
      });
    },
  };
}

/** Both names, so that whoever is asked knows what they decide. */
function detailsOf(elsewhere: readonly stored.OpenLink[], sameType: readonly stored.OpenLink[]): ErrorDetail[] {
  return [
    ...elsewhere.map(({ asset }) => ({
      path: "tracker_id",
      code: "tracker_linked",
      message: errorMessage("already_linked", { entity: "Tracker" }),
      asset,
    })),
    ...sameType.map(({ tracker }) => ({
      path: "type",
      code: "type_taken",
      message: errorMessage("already_linked", { entity: "Asset" }),
      tracker,
    })),
  ];
}

function linkTaken(details: ErrorDetail[]): AppError {
  const entity = details[0]?.code === "type_taken" ? "Asset" : "Tracker";
  return new AppError("already_linked", { values: { entity }, details });
}

function missing(path: string): AppError {
  return new AppError("not_found", { details: [{ path, code: "not_found", message: errorMessage("not_found") }] });
}

function archived(path: string, entity: string): AppError {
  const message = `An archived ${entity} cannot be linked`;
  return new AppError("invalid_parameter", { details: [{ path, code: "archived", message }] });
}

function refuseWithout(viewer: Viewer, letter: "c" | "u"): void {
  if (viewer.isSuperadmin || grants(viewer.access, { area: "asset_identifier_link_management", letter })) return;
  throw new AppError("operation_not_allowed");
}

function recordOf(action: "link" | "unlink", asset: Placed, before: Ref | null, after: Ref | null): WriteRecord {
  const { id, name, customerId, siteId } = asset;
  return {
    kind: "link",
    action,
    entity: { kind: "asset", id, name },
    customerId,
    siteId,
    changes: [{ field: "tracker", before: before?.name ?? null, after: after?.name ?? null }],
  };
}
