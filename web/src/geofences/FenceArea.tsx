import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useFormContext } from "../form/FormContext.ts";
import { FormLatLon } from "../form/FormLatLon.tsx";
import { FormNumber } from "../form/FormNumber.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { FollowedRoom } from "./FollowedRoom.tsx";
import classes from "./Geofences.module.css";

const FenceDrawing = lazy(() => import("./FenceDrawing.tsx"));

/** The area of a geofence, drawn on the plan or entered as numbers. The tool is loaded when first shown. */
export function FenceArea({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const { form } = useFormContext();
  const isCircle = form.value("type") === "circle";
  return (
    <FormSection title={t("geofences.area")} hint={t("geofences.areaHint")}>
      <FollowedRoom siteId={siteId} />
      <Suspense fallback={<div className={classes["drawing"]} />}>
        <FenceDrawing siteId={siteId} />
      </Suspense>
      {isCircle ? (
        <>
          <FormLatLon lat={t("geofences.lat")} lon={t("geofences.lon")} />
          <FormNumber path="radius" label={t("geofences.radius")} unit="m" range={[0.5, 100_000]} />
        </>
      ) : null}
    </FormSection>
  );
}
