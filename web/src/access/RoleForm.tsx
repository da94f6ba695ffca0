import { createRole, getRole, type Role, RoleBody, RoleChange, updateRole } from "@pulse/contract/roles";
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
import { predefinedName } from "./predefinedName.ts";
import { RightsField } from "./RightsField.tsx";
import type { CustomerScope } from "./useCustomerScope.ts";
import { onlyGrantable, type Grantable, useGrantable } from "./useGrantable.ts";
import { useLetters } from "./useLetters.ts";

interface Props {
  /** Null: a new one. */
  stored: Role | null;
  /** The role that a new one copies. */
  original?: Role | null;
  customerId: string;
  scope: CustomerScope;
}

interface Values extends Record<string, unknown> {
  name: string;
  operationIds: string[];
}

/** A role's form: its name, and what it allows. */
export function RoleForm({ stored, original = null, customerId, scope }: Props) {
  const grantable = useGrantable(customerId);
  // A copy starts with the grantable operations only, so they have to be known first.
  return grantable === null ? null : (
    <Form stored={stored} original={original} customerId={customerId} scope={scope} grantable={grantable} />
  );
}

function Form({ stored: role, original, customerId, scope, grantable }: Props & { grantable: Grantable }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const changed = useAccessChanged();
  const can = useLetters("role_management");
  const isPredefined = role?.predefined === true;
  const form = useEntityForm({
    entity: role,
    toValues: (from: Role | null): Values => ({
      name: from?.name ?? (original ? t("access.roles.copyOf", { name: predefinedName(original.name) }) : ""),
      operationIds: from?.operations.map(({ id }) => id) ?? grantable.grantableIds(original?.operations ?? []),
    }),
    rule: role === null ? RoleBody : RoleChange,
    // After a switch to another customer, operations that cannot be granted there are left out.
    toBody: ({ name, operationIds }: Values) => ({
      name,
      operationIds: role === null ? onlyGrantable(grantable, operationIds) : operationIds,
    }),
    save: async (body, version) =>
      role === null
        ? api.call(createRole, { query: { customerId }, body })
        : api.call(updateRole, { params: { id: role.id }, body: { ...body, version } }),
    ...(role === null ? {} : { reload: () => api.call(getRole, { params: { id: role.id } }) }),
    onSaved: (saved: Role) => {
      queries.setQueryData([getRole.id, saved.id], saved);
      void changed();
      // It may be the person's own role: reload what they may do.
      void queries.invalidateQueries({ queryKey: ["access"] });
      snackbars.success(t("access.saved"));
      if (role === null) void navigate(`/access/roles${scope.search}`);
    },
  });
  return (
    <EntityForm form={form} isReadOnly={isPredefined || (role !== null && !can.u)}>
      {isPredefined ? (
        <p className={classes["note"]}>
          <IconLock size={17} stroke={1.75} aria-hidden="true" />
          <span>
            <b>{t("errors.predefined")}</b>
            <br />
            {t("access.roles.predefinedWhy")}
          </span>
        </p>
      ) : null}
      <FormSection title={t("access.roles.one")}>
        <FormText path="name" label={t("access.roles.name")} autoComplete="off" isWide required />
      </FormSection>
      <RightsField customerId={customerId} grantable={grantable} isNew={role === null} />
      <SaveBar isSticky {...(role === null ? { save: t("access.roles.add") } : {})} />
    </EntityForm>
  );
}
