import { Button, FileButton, Modal } from "@mantine/core";
import { createGeofence, Geofence, KmlPlace, updateGeofence } from "@pulse/contract/geofences";
import { useMutation } from "@tanstack/react-query";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useNounCache } from "../entity/entity.api.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { dialogClasses } from "../form/dialogClasses.ts";
import { Refusal } from "../form/Refusal.tsx";
import { useServices } from "../services.tsx";
import classes from "./Geofences.module.css";
import { geofences } from "./geofences.ts";

interface Props {
  siteId: string;
  /** Takes the shape of the file; null: every polygon becomes a geofence of its own. */
  fence: Geofence | null;
  onClose(): void;
}

const lookInto = { ...createGeofence, content: z.array(KmlPlace) };
const load = { ...createGeofence, content: z.array(Geofence) };

/** Looks into a KML or KMZ file first, shows what can be taken of it and what not and why, and takes it then. */
export default function KmlDialog({ siteId, fence, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { api, snackbars } = useServices();
  const scope = useSiteScope();
  const cache = useNounCache(geofences);
  const [file, setFile] = useState<File | null>(null);
  const call = (given: File) => ({ query: { siteId, type: "kml" }, body: {}, files: new Map([["file", given]]) });
  const looking = useMutation({
    mutationFn: (given: File) => {
      const asked = call(given);
      return api.call(lookInto, { ...asked, query: { ...asked.query, dryRun: true } });
    },
  });
  const importing = useMutation({
    mutationFn: async (given: File): Promise<readonly Geofence[]> =>
      fence === null
        ? api.call(load, call(given))
        : [
            await api.call(updateGeofence, {
              ...call(given),
              params: { id: fence.id },
              body: { version: fence.version },
            }),
          ],
    onSuccess: (made) => {
      const [changed] = made;
      if (fence !== null && changed !== undefined) cache.put(changed, scope);
      void cache.changed();
      if (fence === null) snackbars.success(t("geofences.kml.done", { count: made.length }));
      else snackbars.success(t("geofences.changed"), fence.name);
      onClose();
    },
  });
  const places = looking.data ?? [];
  const accepted = places.filter((place) => place.accepted).length;
  const isFit = fence === null ? accepted > 0 : accepted === 1;
  const reasonOf = ({ reasonCode, reason }: KmlPlace): string => {
    const key = `geofences.fault.${reasonCode ?? ""}`;
    return i18n.exists(key) ? t(key) : (reason ?? "");
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={fence === null ? t("geofences.kml.title") : t("geofences.kml.replaceTitle", { name: fence.name })}
      centered
      size={620}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <p className={classes["kmlText"]}>{t(fence === null ? "geofences.kml.text" : "geofences.kml.replaceText")}</p>
      <FileButton
        accept=".kml,.kmz,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
        onChange={(given) => {
          if (given === null) return;
          setFile(given);
          importing.reset();
          looking.mutate(given);
        }}
      >
        {(props) => (
          <Button {...props} variant="default" loading={looking.isPending}>
            {file?.name ?? t("geofences.kml.choose")}
          </Button>
        )}
      </FileButton>
      <Refusal error={looking.error ?? importing.error} entity="" />
      {looking.data === undefined ? null : (
        <p className={classes["kmlText"]} role="status">
          {fence !== null && accepted > 1
            ? t("geofences.kml.several", { count: accepted })
            : t("geofences.kml.found", { count: accepted })}
        </p>
      )}
      <ul className={classes["places"]}>
        {places.map((place, nth) => (
          // A file may say the same twice.
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
      <div className={classes["end"]}>
        <Button variant="default" onClick={onClose}>
          {t("form.cancel")}
        </Button>
        <Button
          disabled={file === null || !isFit}
          loading={importing.isPending}
          onClick={() => {
            if (file !== null) importing.mutate(file);
          }}
        >
          {fence === null ? t("geofences.kml.do", { count: accepted }) : t("geofences.kml.replace")}
        </Button>
      </div>
    </Modal>
  );
}
