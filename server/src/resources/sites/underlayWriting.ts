import { AppError, type ErrorCode, type ErrorDetail, errorMessage } from "@pulse/contract/errors";
import type { Site } from "@pulse/contract/sites";
import type { UnderlayBody } from "@pulse/contract/underlay";
import type { Placement } from "@pulse/geo/floorPlan";
import type { StoredUnderlay } from "../../platform/database/tables/sites.ts";
import type { Plans, StoredPlans } from "../../platform/files/plans.ts";
import type { FormFiles } from "../../platform/http/formRoute.ts";
import { isSame, refuseStale } from "../../platform/http/staleVersion.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import { samePlacement } from "./floorChange.ts";
import { parsePlacement } from "./planPlacement.ts";
import { changeRecords } from "./siteRecords.ts";
import { buildingsOf, type SiteReaders } from "./siteWriting.ts";
import * as stored from "./siteWrites.repository.ts";

export type UnderlayWriting = ReturnType<typeof underlayWriting>;

type Image = { part: string; path: string } | { file: string };
interface NewUnderlay extends Placement {
  image: Image;
  opacity: number;
}

/** The picture under a site's floors: setting and removing it. */
export function underlayWriting({ readers, plans }: { readers: SiteReaders; plans: Plans }) {
  const whole = (site: Site): Site => ({ ...site, buildings: buildingsOf(site) });

  /** Writes what `underlay` says once the site is locked. */
  const commit = (
    write: Write<Site>,
    id: string,
    read: Awaited<ReturnType<SiteReaders>>,
    change: (trx: WriteTransaction, before: Site) => Promise<void>,
  ): Promise<Site> =>
    write.commit(async (trx) => {
      if (!(await stored.lockSite(trx, id))) throw new AppError("not_found");
      const before = (await read(trx).find(id))!;
      await change(trx, before);
      const after = (await read(trx).find(id))!;
      return { content: whole(after), records: changeRecords(before, after) };
    });

  return {
    /**
     * @throws {AppError} `location_invalid` or `field_required` for the place, `layout_image_required` without an image,
     *   `conflict` for an old version
     */
    set: async (write: Write<Site>, id: string, body: UnderlayBody, files: FormFiles): Promise<Site> => {
      const read = await readers();
      const seen = await read().find(id);
      if (!seen) throw new AppError("not_found");
      const next = underlayAfter(seen.underlay, body, files);
      if (isUnchanged(seen.underlay, next)) {
        refuseStale(body.version, { ...seen }, {});
        return write.unchanged(whole(seen));
      }
      const parts = "part" in next.image ? [next.image] : [];
      return plans.store(parts, files, seen.customerId, (images) =>
        commit(write, id, read, async (trx, before) => {
          refuseStale(body.version, { ...before }, {});
          // The answer to "what stays" was given for the one that was seen.
          if (!isSame(before.underlay, seen.underlay)) throw new AppError("conflict");
          await images.remember(trx, { customerId: before.customerId, siteId: id });
          await stored.writeUnderlay(trx, before, { ...next, ...imageOf(next.image, before.underlay, images) });
        }),
      );
    },

    /** Does nothing where there is none. */
    remove: async (write: Write<Site>, id: string): Promise<Site> => {
      const read = await readers();
      const seen = await read().find(id);
      if (!seen) throw new AppError("not_found");
      if (seen.underlay === null) return write.unchanged(whole(seen));
      return commit(write, id, read, (trx, before) => stored.writeUnderlay(trx, before, null));
    },
  };
}

/** The columns of the image: of a stored part, or of the underlay that keeps its own. */
function imageOf(
  image: Image,
  before: Site["underlay"],
  images: Pick<StoredPlans, "idOf" | "sizeOf">,
): Pick<StoredUnderlay, "image" | "imageWidth" | "imageHeight"> {
  if ("file" in image) {
    const { imageWidth, imageHeight } = before!;
    return { image: image.file, imageWidth, imageHeight };
  }
  const { width, height } = images.sizeOf(image.part);
  return { image: images.idOf(image.part), imageWidth: width, imageHeight: height };
}

/**
 * The underlay that a body describes.
 * @throws {AppError} with every fault at its field
 */
function underlayAfter(before: Site["underlay"], body: UnderlayBody, files: FormFiles): NewUnderlay {
  const [placement, image] = [placementAfter(before, body), imageAfter(before, body, files)];
  const faults = [placement, image].filter((part) => "code" in part);
  if ("code" in placement || "code" in image) throw new AppError(faults[0]!.code, { details: faults });
  return { ...placement, image, opacity: body.opacity ?? before?.opacity ?? 1 };
}

interface Fault extends ErrorDetail {
  code: ErrorCode;
}

/** Corners that are sent back never give quite the same placement: then the stored one stays. */
function placementAfter(before: Site["underlay"], body: UnderlayBody): Placement | Fault {
  const namesPlace = Boolean(body.corners ?? body.northWest ?? body.southEast);
  const given = parsePlacement(before && !namesPlace ? before : body);
  if ("message" in given) {
    const isMissing = given.message === errorMessage("field_required");
    return { ...given, code: isMissing ? "field_required" : "location_invalid" };
  }
  const { northWest, southEast, rotationDeg } = before && samePlacement(before, given) ? before : given;
  return { northWest, southEast, rotationDeg };
}

function imageAfter(before: Site["underlay"], body: UnderlayBody, files: FormFiles): Image | Fault {
  const name = body.image ?? before?.image ?? "";
  if (before !== null && name === before.image) return { file: name };
  if (files.has(name)) return { part: name, path: "image" };
  const code = "layout_image_required";
  const unknown = `The form has no part "${name}", and there is no file with this id`;
  return { path: "image", code, message: name === "" ? errorMessage(code) : unknown };
}

const isUnchanged = (before: Site["underlay"], next: NewUnderlay): boolean =>
  before !== null && "file" in next.image && before.opacity === next.opacity && samePlacement(before, next);
