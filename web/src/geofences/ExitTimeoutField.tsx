import { useTranslation } from "react-i18next";
import { useFormContext } from "../form/FormContext.ts";
import { FormNumber } from "../form/FormNumber.tsx";
import { useSite } from "./geofences.api.ts";

/** After how long without a position an asset counts as having left, and the default that applies if this is empty. */
export function ExitTimeoutField({ siteId }: { siteId: string | null }) {
  const { t } = useTranslation();
  const { data: site } = useSite(siteId);
  const { form } = useFormContext();
  const isOwn = form.value("geofenceExitTimeout") !== "";
  const ofSite = site?.settings.geofenceExitTimeout ?? null;
  const from = ofSite === null ? "customer" : "site";
  const count = ofSite ?? site?.customerConfig?.geofenceExitTimeout;
  const inForce = isOwn || count === undefined ? "" : ` ${t(`geofences.timeout.from.${from}`, { count })}`;
  return (
    <FormNumber
      path="geofenceExitTimeout"
      label={t("geofences.timeout.title")}
      hint={`${t("geofences.timeout.hint")}${inForce}`}
      unit="min"
      range={[1, 10_080]}
      isWide
    />
  );
}
