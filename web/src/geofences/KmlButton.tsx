import type { Geofence } from "@pulse/contract/geofences";
import { IconFileImport } from "@tabler/icons-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { DialogButton } from "../ui/DialogButton.tsx";

const KmlDialog = lazy(() => import("./KmlDialog.tsx"));

/** Opens the import of KML and KMZ files or, for a geofence, of one that replaces its shape. */
export function KmlButton({ siteId, fence = null }: { siteId: string; fence?: Geofence | null }) {
  const { t } = useTranslation();
  return (
    <DialogButton label={t(fence === null ? "geofences.kml.import" : "geofences.kml.replace")} icon={IconFileImport}>
      {(close) => <KmlDialog siteId={siteId} fence={fence} onClose={close} />}
    </DialogButton>
  );
}
