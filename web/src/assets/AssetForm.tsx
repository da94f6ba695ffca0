import { AssetBody, AssetChange } from "@pulse/contract/assetChanges";
import type { Asset } from "@pulse/contract/assets";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormLines, FormText } from "../form/TextFields.tsx";
import { assets } from "./assets.ts";
import classes from "./Things.module.css";

const valuesOf = (asset: Asset | null) => ({
  name: asset?.name ?? "",
  type: asset?.type ?? "",
  externalId: asset?.externalId ?? "",
  description: asset?.description ?? "",
});

/** An asset's own data. A tracker is linked after that is saved. */
export function AssetForm({ asset, scope }: { asset: Asset | null; scope: Scope }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useNounForm({
    noun: assets,
    entity: asset,
    scope,
    toValues: valuesOf,
    rule: asset === null ? AssetBody : AssetChange,
    onCreated: ({ id }) => void navigate(hrefOf(assets, scope, id)),
  });
  return (
    <EntityForm form={form} isReadOnly={form.isReadOnly}>
      <FormSection title={t("things.assets.info")} foot={<SaveBar />}>
        <FormText path="name" label={t("things.name")} autoComplete="off" required />
        <FormText path="type" label={t("things.type")} hint={t("things.assets.typeHint")} autoComplete="off" required />
        <FormText path="externalId" label={t("things.externalId")} autoComplete="off" />
        <FormLines path="description" label={t("things.description")} />
      </FormSection>
      {asset === null ? (
        <FormSection title={t("things.trackers.title")} isBare>
          <p className={classes["text"]}>{t("things.assets.finishFirst")}</p>
        </FormSection>
      ) : null}
    </EntityForm>
  );
}
