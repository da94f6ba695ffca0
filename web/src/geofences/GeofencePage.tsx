import type { Geofence } from "@pulse/contract/geofences";
import { useTranslation } from "react-i18next";
import { EntityPage } from "../entity/EntityPage.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { FormSection } from "../form/FormSection.tsx";
import { metresText } from "../text/translate.ts";
import { AssetsInside } from "./AssetsInside.tsx";
import { areaText } from "./areaText.ts";
import classes from "./Geofences.module.css";
import { GeofenceForm } from "./GeofenceForm.tsx";
import { geofences } from "./geofences.ts";
import { KmlButton } from "./KmlButton.tsx";
import { StayHistory } from "./StayHistory.tsx";

/** `/sites/:siteId/geofences/new` and `/sites/:siteId/geofences/:id`: one geofence, who is inside, and who was. */
export default function GeofencePage() {
  const { t } = useTranslation();
  const can = useLetters("geofence_management");
  return (
    <EntityPage
      noun={geofences}
      // Only people who may create geofences may preview a file.
      actions={(fence) => (can.u && can.c ? <KmlButton siteId={fence.siteId} fence={fence} /> : null)}
      facts={(fence) => <Facts fence={fence} />}
      aside={(fence) => <AssetsInside geofence={fence} />}
    >
      {(fence, scope) => (
        <>
          <GeofenceForm geofence={fence} scope={scope} />
          {fence === null ? (
            <FormSection title={t("geofences.history.title")} isBare>
              <p className={classes["text"]}>{t("geofences.finishFirst")}</p>
            </FormSection>
          ) : (
            <StayHistory geofence={fence} />
          )}
        </>
      )}
    </EntityPage>
  );
}

function Facts({ fence }: { fence: Geofence }) {
  const { t } = useTranslation();
  return (
    <>
      <span>{t(`geofences.types.${fence.type}`)}</span>
      <span>
        {fence.radius === null ? areaText(fence.shape) : t("geofences.radiusOf", { radius: metresText(fence.radius) })}
      </span>
    </>
  );
}
