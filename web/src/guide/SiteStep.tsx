import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { ForCustomer } from "../entity/ForCustomer.tsx";
import type { Scope } from "../entity/Scope.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { FormCoordinates } from "../siteManagement/FormCoordinates.tsx";
import { useSiteInfo } from "../siteManagement/useSiteInfo.ts";

interface Props {
  scope: Scope;
  onCreated(site: Site): void;
}

/** A new site: its name and where on Earth it is. */
export function SiteStep({ scope, onCreated }: Props) {
  return <ForCustomer scope={scope}>{(chosen) => <Form scope={chosen} onCreated={onCreated} />}</ForCustomer>;
}

function Form({ scope, onCreated }: Props) {
  const { t } = useTranslation();
  const form = useSiteInfo(null, scope, onCreated);
  return (
    <EntityForm form={form}>
      <FormSection title={t("sites.details.title")} foot={<SaveBar save={t("sites.create")} />}>
        <FormText path="name" label={t("sites.name")} required autoComplete="off" />
        <FormCoordinates path="place" label={t("sites.place")} hint={t("guide.site.placeHint")} />
      </FormSection>
    </EntityForm>
  );
}
