import { removeUnderlay, setUnderlay, type Site } from "@pulse/contract/sites";
import type { UnderlayBody } from "@pulse/contract/underlay";
import { type Placement, placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { middleOf, placedAround } from "@pulse/geo/placementChange";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNounCache } from "../entity/entity.api.ts";
import { useServices } from "../services/services.tsx";
import type { PlanFile } from "./planFile.ts";
import { sites } from "./sites.ts";

/** How wide a picture is before somebody places it, as a multiple of the widest floor; without floors, m. */
const [firstShare, firstWidthM] = [2, 200];
const part = "picture";

/** The picture under a site's floors: what somebody does to it is saved at once. */
export function useUnderlay(site: Site) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(sites);
  const [file, setFile] = useState<PlanFile | null>(null);
  useEffect(() => () => void (file && URL.revokeObjectURL(file.url)), [file]);
  const { id, version, underlay } = site;
  const saving = useMutation({
    mutationFn: ({ picture, ...body }: Omit<UnderlayBody, "version"> & { picture?: Blob }) =>
      api.call(setUnderlay, {
        params: { id },
        body: { ...body, version },
        ...(picture === undefined ? {} : { files: new Map([[part, picture]]) }),
      }),
    onSuccess: () => {
      setFile(null);
      snackbars.success(t("sites.underlay.saved"));
    },
    // After a refusal, too: somebody may have changed the site meanwhile.
    onSettled: () => cache.changed(),
  });
  const removing = useMutation({
    mutationFn: () => api.call(removeUnderlay, { params: { id } }),
    onSuccess: () => snackbars.success(t("sites.underlay.removed")),
    onSettled: () => cache.changed(),
  });
  return {
    /** A chosen picture that has no place yet. */
    file,
    choose: setFile,
    isSaving: saving.isPending,
    place: ({ northWest, southEast, rotationDeg }: Placement): void =>
      saving.mutate({
        northWest,
        southEast,
        rotationDeg,
        ...(file === null ? {} : { image: part, picture: file.blob }),
      }),
    setOpacity: (opacity: number): void => saving.mutate({ opacity }),
    /** Where the stored picture is, and a chosen one until somebody places it. */
    placement: file === null && underlay !== null ? underlay : file && firstPlace(site, file),
    removing,
  };
}

/** In the middle of the picture before and as wide as that, or around the widest floor. */
function firstPlace({ underlay, floorPlans, ...site }: Site, { width, height }: PlanFile): Placement {
  const around = (centre: LatLon, widthM: number) => placedAround(centre, widthM, (widthM * height) / width);
  if (underlay !== null) return around(middleOf(underlay), placePlan(underlay).widthM);
  const [widest] = floorPlans.toSorted((a, b) => placePlan(b).widthM - placePlan(a).widthM);
  if (widest === undefined) return around(site, firstWidthM);
  return around(middleOf(widest), placePlan(widest).widthM * firstShare);
}
