import { createGroup, getGroup, type Group, GroupBody, GroupChange, updateGroup } from "@pulse/contract/groups";
import { IconLock } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services.tsx";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { useAccessChanged } from "./access.api.ts";
import classes from "./Note.module.css";
import { SitesField } from "./SitesField.tsx";
import type { CustomerScope } from "./useCustomerScope.ts";
import { useOnCustomerChange } from "./useOnCustomerChange.ts";
import { useLetters } from "./useLetters.ts";

interface Props {
  group: Group | null;
  customerId: string;
  scope: CustomerScope;
}

const valuesOf = (group: Group | null) => ({
  name: group?.name ?? "",
  siteIds: (group?.sites ?? []).map(({ id }) => id),
});

/** A group's form: its name and its sites. */
export function GroupForm({ group, customerId, scope }: Props) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const changed = useAccessChanged();
  const can = useLetters("group_management");
  const isPredefined = group?.predefined === true;
  const form = useEntityForm({
    entity: group,
    toValues: valuesOf,
    rule: group === null ? GroupBody : GroupChange,
    save: async (body, version) =>
      group === null
        ? api.call(createGroup, { query: { customerId }, body })
        : api.call(updateGroup, { params: { id: group.id }, body: { ...body, version } }),
    ...(group === null ? {} : { reload: () => api.call(getGroup, { params: { id: group.id } }) }),
    onSaved: (saved: Group) => {
      queries.setQueryData([getGroup.id, saved.id], saved);
      void changed();
      snackbars.success(t("access.saved"));
      if (group === null) void navigate(`/access/groups${scope.search}`);
    },
  });
  useOnCustomerChange(customerId, () => form.set("siteIds", []));
  return (
    <EntityForm form={form} isReadOnly={isPredefined || (group !== null && !can.u)}>
      {isPredefined ? (
        <p className={classes["note"]}>
          <IconLock size={17} stroke={1.75} aria-hidden="true" />
          {t("access.groups.predefinedWhy")}
        </p>
      ) : null}
      <FormSection
        title={t("access.groups.one")}
        foot={<SaveBar {...(group === null ? { save: t("access.groups.add") } : {})} />}
      >
        <FormText path="name" label={t("access.groups.name")} autoComplete="off" isWide required />
        <SitesField stored={group?.sites ?? []} customerId={customerId} />
      </FormSection>
    </EntityForm>
  );
}
