import { type Group, GroupBody, GroupChange } from "@pulse/contract/groups";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { useOnCustomerChange } from "../entity/useOnCustomerChange.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { groups } from "./groups.ts";
import { predefinedName } from "./predefinedName.ts";
import { PredefinedNote } from "./PredefinedNote.tsx";
import { SitesField } from "./SitesField.tsx";

const valuesOf = (group: Group | null) => ({
  name: group === null ? "" : group.predefined ? predefinedName(group.name) : group.name,
  siteIds: (group?.sites ?? []).map(({ id }) => id),
});

/** A group's form: its name and its sites. */
export function GroupForm({ group, scope }: { group: Group | null; scope: Scope }) {
  const { t } = useTranslation();
  const form = useNounForm({
    noun: groups,
    entity: group,
    scope,
    toValues: valuesOf,
    rule: group === null ? GroupBody : GroupChange,
  });
  useOnCustomerChange(scope.customerId, () => form.set("siteIds", []));
  return (
    <EntityForm form={form} isReadOnly={form.isReadOnly}>
      {group?.predefined === true ? <PredefinedNote>{t("access.groups.predefinedWhy")}</PredefinedNote> : null}
      <FormSection
        title={t("access.groups.one")}
        foot={<SaveBar {...(group === null ? { save: t("access.groups.add") } : {})} />}
      >
        <FormText path="name" label={t("access.groups.name")} autoComplete="off" isWide required />
        <SitesField stored={group?.sites ?? []} customerId={scope.customerId} />
      </FormSection>
    </EntityForm>
  );
}
