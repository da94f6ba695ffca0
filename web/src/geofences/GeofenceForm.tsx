import type { Geofence } from "@pulse/contract/geofences";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { FormChecks, FormRadio, FormSwitch } from "../form/ChoiceFields.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormNumber } from "../form/FormNumber.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { ExitTimeoutField } from "./ExitTimeoutField.tsx";
import { FenceArea } from "./FenceArea.tsx";
import { geofences } from "./geofences.ts";
import { geofenceBody, geofenceRule, geofenceValues } from "./geofenceValues.ts";

const sensitivities = ["low", "normal", "high"] as const;

interface Props {
  /** Null: a new one. */
  geofence: Geofence | null;
  scope: Scope;
}

/** The form of a geofence: its area, its floors or heights, and how it decides who is inside. */
export function GeofenceForm({ geofence, scope }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const height = useLetters("location_elevation");
  const { data: floors = [] } = useFloors(scope.siteId ?? "");
  const rule = useMemo(() => geofenceRule(({ kind }) => t(`geofences.fault.${kind}`)), [t]);
  const form = useNounForm({
    noun: geofences,
    entity: geofence,
    scope,
    toValues: geofenceValues,
    rule,
    toBody: (values) => geofenceBody(values, height.u),
    onCreated: ({ id }) => void navigate(hrefOf(geofences, scope, id), { replace: true }),
  });
  const area = <FenceArea siteId={scope.siteId ?? ""} />;
  return (
    <EntityForm form={form} isReadOnly={form.isReadOnly}>
      {/* What a new one is to enclose comes first: its name often follows from it. */}
      {geofence === null ? area : null}
      <FormSection title={t("geofences.info")}>
        <FormText path="name" label={t("geofences.name")} autoComplete="off" required isWide />
      </FormSection>
      {geofence === null ? null : area}
      <FormSection title={t("geofences.extent")} hint={t("geofences.extentHint")}>
        {floors.length === 0 ? null : (
          <FormChecks
            path="floorIds"
            label={t("geofences.floors")}
            hint={t("geofences.floorsHint")}
            options={floorOptions(floors)}
          />
        )}
        {height.r ? (
          <>
            <FormNumber
              path="elevationLowerBound"
              label={t("geofences.lower")}
              hint={t("geofences.boundsHint")}
              unit="m"
              range={[-1000, 10_000]}
            />
            <FormNumber
              path="elevationUpperBound"
              label={t("geofences.upper")}
              hint={t("geofences.boundsHint")}
              unit="m"
              range={[-1000, 10_000]}
            />
          </>
        ) : null}
      </FormSection>
      <FormSection title={t("geofences.decides")}>
        <ExitTimeoutField siteId={scope.siteId} />
        <FormRadio
          path="sensitivity"
          label={t("geofences.sensitivity.title")}
          options={sensitivities.map((value) => ({
            value,
            label: t(`geofences.sensitivity.${value}`),
            hint: t(`geofences.sensitivity.${value}Hint`),
          }))}
        />
        <FormSwitch path="restricted" label={t("geofences.restricted")} hint={t("geofences.restrictedHint")} isWide />
        <FormSwitch path="hiddenOnMap" label={t("geofences.hidden")} hint={t("geofences.hiddenHint")} isWide />
      </FormSection>
      <SaveBar isSticky {...(geofence === null ? { save: t("geofences.create") } : {})} />
    </EntityForm>
  );
}
