import { createGeofence, Geofence, KmlPlace, updateGeofence } from "@pulse/contract/geofences";
import { Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { asSentence, reasonText } from "../api/reasonText.ts";
import { useNounCache } from "../entity/entity.api.ts";
import { texts } from "../text/translate.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { FileChoice, FileDialog } from "../form/FileDialog.tsx";
import { switchClasses } from "../form/switchClasses.ts";
import { useServices } from "../services/services.tsx";
import classes from "./Geofences.module.css";
import { geofences } from "./geofences.ts";
import { KmlMap } from "./KmlMap.tsx";

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

/** Two digits are enough to see a slip. */
const kilometres = (m: number): string => Number((m / 1000).toPrecision(2)).toLocaleString(texts.language);

const lookInto = { ...createGeofence, content: z.array(KmlPlace) };
const load = { ...createGeofence, content: z.array(Geofence) };

/** Previews a KML or KMZ file, with what can be imported, what cannot and why, and then imports it. */
export default function KmlDialog({ siteId, fence, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { api, snackbars } = useServices();
  const scope = useSiteScope();
  const cache = useNounCache(geofences);
  const [file, setFile] = useState<File | null>(null);
  const [isSwapped, setSwapped] = useState(false);
  const [byFolder, setByFolder] = useState(true);
  const call = (chosen: File, swap = isSwapped) => ({
    query: {
      siteId,
      type: "kml",
      ...(swap ? { swap } : {}),
      ...(byFolder && fence === null ? { floorsByFolder: true } : {}),
    },
    body: {},
    files: new Map([["file", chosen]]),
  });
  const looking = useMutation({
    mutationFn: ({ chosen, swap }: { chosen: File; swap: boolean }) => {
      const { query, ...request } = call(chosen, swap);
      return api.call(lookInto, { ...request, query: { ...query, dryRun: true } });
    },
  });
  const look = (chosen: File, swap: boolean): void => {
    setSwapped(swap);
    importing.reset();
    looking.mutate({ chosen, swap });
  };
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
  const hasFloors = places.some(({ suggestedFloorId }) => suggestedFloorId !== null);
  const maySwap = isSwapped || places.some(({ warningCode }) => warningCode === "swapped");
  const isFit = fence === null ? accepted > 0 : accepted === 1;
  const reasonOf = ({ reasonCode, reason }: KmlPlace): string => {
    const key = `geofences.fault.${reasonCode ?? ""}`;
    return i18n.exists(key) ? t(key) : asSentence(reasonText(reason ?? "") ?? reason ?? "");
  };
  const factsOf = (place: KmlPlace): string =>
    [
      t("geofences.kml.points", { count: place.vertices }),
      ...(place.parts > 1 ? [t("geofences.kml.parts", { count: place.parts })] : []),
      ...(place.folder === null ? [] : [place.folder]),
      ...(place.writtenName === "" || place.writtenName === place.name
        ? []
        : [t("geofences.kml.written", { name: place.writtenName })]),
    ].join(" · ");
  const warningOf = ({ warningCode, distanceM }: KmlPlace): string =>
    t(`geofences.kml.warning.${warningCode ?? "far"}`, { distance: kilometres(distanceM ?? 0) });
  return (
    <FileDialog
      title={fence === null ? t("geofences.kml.title") : t("geofences.kml.replaceTitle", { name: fence.name })}
      onClose={onClose}
    >
      <FileChoice
        text={t(fence === null ? "geofences.kml.text" : "geofences.kml.replaceText")}
        accept=".kml,.kmz,.geojson,.json,application/geo+json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
        choose={t("geofences.kml.choose")}
        file={file}
        isLooking={looking.isPending}
        onFile={(chosen) => {
          setFile(chosen);
          look(chosen, false);
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
        {maySwap && file !== null ? (
          <Switch
            classNames={switchClasses}
            labelPosition="left"
            label={t("geofences.kml.swap")}
            checked={isSwapped}
            disabled={looking.isPending}
            onChange={({ currentTarget }) => look(file, currentTarget.checked)}
          />
        ) : null}
        {hasFloors && fence === null ? (
          <Switch
            classNames={switchClasses}
            labelPosition="left"
            label={t("geofences.kml.byFolder")}
            checked={byFolder}
            onChange={({ currentTarget }) => setByFolder(currentTarget.checked)}
          />
        ) : null}
        <KmlMap siteId={siteId} places={places} />
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
                <small>{place.accepted ? factsOf(place) : reasonOf(place)}</small>
                {place.warningCode === null ? null : <small data-warning>{warningOf(place)}</small>}
              </span>
            </li>
          ))}
        </ul>
      </FileChoice>
    </FileDialog>
  );
}
