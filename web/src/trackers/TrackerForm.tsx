import { createTrackerCredentials, type Tracker, TrackerChange, TrackerCreation } from "@pulse/contract/trackers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import classes from "../assets/Things.module.css";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useServices } from "../services/services.tsx";
import { type KnownCredentials, TrackerCredentials } from "./TrackerCredentials.tsx";
import { trackers } from "./trackers.ts";
import { trackerBody, trackerValues } from "./trackerValues.ts";
import { useTrackerTypes } from "./useTrackerTypes.ts";

/** A tracker's own data. It can be linked after that is saved. */
export function TrackerForm({ tracker, scope }: { tracker: Tracker | null; scope: Scope }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const types = useTrackerTypes(scope.siteId);
  const { api } = useServices();
  const can = useLetters(trackers.area);
  const [created, setCreated] = useState<{ tracker: Tracker; credentials: KnownCredentials } | null>(null);
  const show = (id: string): void => void navigate(hrefOf(trackers, scope, id), { replace: true });
  /** The broker's address and the topics come with a new password. */
  const onCreated = async (fresh: Tracker): Promise<void> => {
    const own = { ...fresh, mqttPassword: fresh.mqttPassword ?? "" };
    const complete = can.u
      ? await api.call(createTrackerCredentials, { params: { id: fresh.id } }).catch(() => null)
      : null;
    setCreated({ tracker: fresh, credentials: complete ?? own });
  };
  const form = useNounForm({
    noun: trackers,
    entity: tracker,
    scope,
    toValues: (of: Tracker | null) => trackerValues(of, search.get("mac") ?? ""),
    toBody: (values) => trackerBody(values, tracker),
    rule: tracker === null ? TrackerCreation : TrackerChange,
    onCreated: (fresh) => void onCreated(fresh),
  });
  return (
    <EntityForm form={form} isReadOnly={form.isReadOnly}>
      <FormSection title={t("things.trackers.info")} foot={<SaveBar />}>
        <FormText path="name" label={t("things.name")} autoComplete="off" required />
        <FormSelect path="type" label={t("things.type")} options={types} required />
        <FormText
          path="mac"
          label={t("things.trackers.mac")}
          hint={t("things.trackers.macHint")}
          autoComplete="off"
          isMono
        />
        <FormText
          path="ibeacon"
          label={t("things.trackers.ibeacon")}
          hint={t("things.trackers.ibeaconHint")}
          autoComplete="off"
          isMono
        />
        <FormText
          path="eddystoneUid"
          label={t("things.trackers.eddystoneUid")}
          hint={t("things.trackers.eddystoneUidHint")}
          autoComplete="off"
          isMono
        />
        <FormText
          path="irk"
          label={t("things.trackers.irk")}
          hint={t("things.trackers.irkHint")}
          autoComplete="off"
          isMono
        />
        <FormText path="serialNo" label={t("things.trackers.serialNo")} autoComplete="off" />
      </FormSection>
      {tracker === null ? (
        <FormSection title={t("things.trackers.linked")} isBare>
          <p className={classes["text"]}>{t("things.trackers.finishFirst")}</p>
        </FormSection>
      ) : null}
      {created === null ? null : (
        <TrackerCredentials
          title={t("things.mqtt.madeTitle", { name: created.tracker.name })}
          credentials={created.credentials}
          onClose={() => show(created.tracker.id)}
        />
      )}
    </EntityForm>
  );
}
