import { Button } from "@mantine/core";
import type { Geofence } from "@pulse/contract/geofences";
import { IconFileImport } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

const KmlDialog = lazy(() => import("./KmlDialog.tsx"));

/** Opens the import of KML and KMZ files or, for a geofence, of one that replaces its shape. */
export function KmlButton({ siteId, fence = null }: { siteId: string; fence?: Geofence | null }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t(fence === null ? "geofences.kml.import" : "geofences.kml.replace")}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <KmlDialog siteId={siteId} fence={fence} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
