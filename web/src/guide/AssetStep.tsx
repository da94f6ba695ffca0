import { AssetBody, linkTracker } from "@pulse/contract/assetChanges";
import type { Asset } from "@pulse/contract/assets";
import type { Tracker } from "@pulse/contract/trackers";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { assets } from "../assets/assets.ts";
import { useNounCache } from "../entity/entity.api.ts";
import type { Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useServices } from "../services/services.tsx";

interface Props {
  scope: Scope;
  trackers: readonly Tracker[];
}

/** The thing that the beacon is attached to. */
export function AssetStep({ scope, trackers }: Props) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(assets);
  const free = trackers.filter(({ linkedAsset }) => linkedAsset === null);
  const form = useNounForm({
    noun: assets,
    entity: null as Asset | null,
    scope,
    toValues: () => ({ name: "", type: "", trackerId: free[0]?.id ?? null }),
    rule: AssetBody,
    toBody: ({ name, type }) => ({ name, type }),
    onCreated: ({ id }) => void link(id),
  });
  const link = async (id: string): Promise<void> => {
    const { trackerId } = form.values;
    if (trackerId === null) return;
    try {
      await api.call(linkTracker, { params: { id }, body: { trackerId } });
    } catch (error) {
      snackbars.error(errorText(error));
    }
    await cache.changed();
  };
  return (
    <EntityForm form={form}>
      <FormSection title={t("things.assets.info")} foot={<SaveBar save={t("guide.asset.save")} />}>
        <FormText path="name" label={t("things.name")} autoComplete="off" required />
        <FormText path="type" label={t("things.type")} hint={t("things.assets.typeHint")} autoComplete="off" required />
        <FormSelect
          path="trackerId"
          label={t("guide.asset.tracker")}
          options={free.map(({ id, name, mac }) => ({ value: id, label: `${name} · ${mac}` }))}
          isWide
        />
      </FormSection>
    </EntityForm>
  );
}
