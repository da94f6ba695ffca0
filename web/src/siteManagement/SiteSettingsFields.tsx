import type { CustomerConfig } from "@pulse/contract/customers";
import { limits } from "@pulse/contract/limits";
import { useTranslation } from "react-i18next";
import { FormSelect, FormSwitch } from "../form/ChoiceFields.tsx";
import { FormNumber } from "../form/FormNumber.tsx";
import { numberText } from "../text/numbers.ts";

const mechanisms = ["TRILATERATED", "ANCHORED"] as const;
const numbers = [
  ["locationAccuracyThreshold", "m"],
  ["anchorSnapRadius", "m"],
  ["geofenceExitTimeout", "min"],
  ["mobileGatewayInterval", "ms"],
  ["mobileGatewayDuration", "ms"],
] as const;
const switches = ["ignoreMovingTracker", "hideGeofences"] as const;

/** The settings of a site, each with its effect on positions. */
export function SiteSettingsFields({ config }: { config: CustomerConfig | null }) {
  const { t } = useTranslation();
  const mechanism = config?.identifierLocationUpdateMechanism;
  return (
    <>
      <FormSelect
        path="settings.locationUpdateMech"
        label={t("sites.settings.locationUpdateMech")}
        hint={t("sites.settings.locationUpdateMechHint")}
        options={mechanisms.map((value) => ({ value, label: t(`customers.mechanisms.${value}`) }))}
        none={
          mechanism === undefined
            ? t("sites.settings.ofCustomer")
            : t("sites.settings.ofCustomerIs", { value: t(`customers.mechanisms.${mechanism}`) })
        }
      />
      {numbers.map(([name, unit]) => (
        <FormNumber
          key={name}
          path={`settings.${name}`}
          label={t(`sites.settings.${name}`)}
          hint={
            name === "geofenceExitTimeout" && config !== null
              ? t("sites.settings.geofenceExitTimeoutHintIs", { value: numberText(config.geofenceExitTimeout) })
              : t(`sites.settings.${name}Hint`)
          }
          unit={unit}
          range={[limits.siteSettings[name].min, limits.siteSettings[name].max]}
        />
      ))}
      {switches.map((name) => (
        <FormSwitch
          key={name}
          path={`settings.${name}`}
          label={t(`sites.settings.${name}`)}
          hint={t(`sites.settings.${name}Hint`)}
          isWide
        />
      ))}
    </>
  );
}
