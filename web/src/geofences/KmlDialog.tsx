import { createGeofence, Geofence, KmlPlace, updateGeofence } from "@pulse/contract/geofences";
import { useMutation } from "@tanstack/react-query";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { asSentence, reasonText } from "../api/reasonText.ts";
import { useNounCache } from "../entity/entity.api.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { FileChoice, FileDialog } from "../form/FileDialog.tsx";
import { useServices } from "../services/services.tsx";
import classes from "./Geofences.module.css";
import { geofences } from "./geofences.ts";

interface Props {
  siteId: string;
  /** The geofence that takes the file's shape; null: every polygon becomes its own geofence. */
  fence: Geofence | null;
  onClose(): void;
}

/** How many names people can read at a glance. */
const maxNamed = 5;
const namesOf = (created: readonly Geofence[]): string =>
  created
    .slice(0, maxNamed)
    .map(({ name }) => name)
    .join(", ") + (created.length > maxNamed ? " …" : "");

const lookInto = { ...createGeofence, content: z.array(KmlPlace) };
const load = { ...createGeofence, content: z.array(Geofence) };

/** Previews a KML or KMZ file, with what can be imported, what cannot and why, and then imports it. */
export default function KmlDialog({ siteId, fence, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { api, snackbars } = useServices();
  const scope = useSiteScope();
  const cache = useNounCache(geofences);
  const [file, setFile] = useState<File | null>(null);
  const call = (chosen: File) => ({ query: { siteId, type: "kml" }, body: {}, files: new Map([["file", chosen]]) });
  const looking = useMutation({
    mutationFn: (chosen: File) => {
      const request = call(chosen);
      return api.call(lookInto, { ...request, query: { ...request.query, dryRun: true } });
    },
  });
  const importing = useMutation({
    mutationFn: async (chosen: File): Promise<readonly Geofence[]> =>
      fence === null
        ? api.call(load, call(chosen))
        : [
            await api.call(updateGeofence, {
              ...call(chosen),
              params: { id: fence.id },
              body: { version: fence.version },
            }),
          ],
    onSuccess: (created) => {
      const [changed] = created;
      if (fence !== null && changed !== undefined) cache.put(changed, scope);
      void cache.changed();
      if (fence === null) snackbars.success(t("geofences.kml.done", { count: created.length }), namesOf(created));
      else snackbars.success(t("geofences.changed"), fence.name);
      onClose();
    },
  });
  const places = looking.data ?? [];
  const accepted = places.filter((place) => place.accepted).length;
  const isFit = fence === null ? accepted > 0 : accepted === 1;
  const reasonOf = ({ reasonCode, reason }: KmlPlace): string => {
    const key = `geofences.fault.${reasonCode ?? ""}`;
    return i18n.exists(key) ? t(key) : asSentence(reasonText(reason ?? "") ?? reason ?? "");
  };
  return (
    <FileDialog
      title={fence === null ? t("geofences.kml.title") : t("geofences.kml.replaceTitle", { name: fence.name })}
      onClose={onClose}
    >
      <FileChoice
        text={t(fence === null ? "geofences.kml.text" : "geofences.kml.replaceText")}
        accept=".kml,.kmz,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
        choose={t("geofences.kml.choose")}
        file={file}
        isLooking={looking.isPending}
        onFile={(chosen) => {
          setFile(chosen);
          importing.reset();
          looking.mutate(chosen);
        }}
        error={looking.error ?? importing.error}
        take={fence === null ? t("geofences.kml.do", { count: accepted }) : t("geofences.kml.replace")}
        isFit={isFit}
        isTaking={importing.isPending}
        onTake={importing.mutate}
        onClose={onClose}
      >
        {looking.data === undefined ? null : (
          <p role="status">
            {fence !== null && accepted > 1
              ? t("geofences.kml.several", { count: accepted })
              : t("geofences.kml.found", { count: accepted })}
          </p>
        )}
        <ul className={classes["places"]}>
          {places.map((place, nth) => (
            // A file may contain duplicates.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={nth} data-accepted={place.accepted || undefined}>
              {place.accepted ? (
                <IconCheck size={16} stroke={2} aria-hidden="true" />
              ) : (
                <IconX size={16} stroke={2} aria-hidden="true" />
              )}
              <span>
                {place.name}
                <small>{place.accepted ? t("geofences.kml.points", { count: place.vertices }) : reasonOf(place)}</small>
              </span>
            </li>
          ))}
        </ul>
      </FileChoice>
    </FileDialog>
  );
}
