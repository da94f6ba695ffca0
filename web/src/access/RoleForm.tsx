import { type Role, RoleBody, RoleChange } from "@pulse/contract/roles";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { predefinedName } from "./predefinedName.ts";
import { PredefinedNote } from "./PredefinedNote.tsx";
import { RightsField } from "./RightsField.tsx";
import { roles } from "./roles.ts";
import { onlyGrantable, type Grantable, useGrantable } from "./useGrantable.ts";

interface Props {
  /** Null: a new one. */
  stored: Role | null;
  /** The role that a new one copies. */
  original?: Role | null;
  scope: Scope;
}

interface Values extends Record<string, unknown> {
  name: string;
  operationIds: string[];
}

/** A role's form: its name, and what it allows. */
export function RoleForm({ stored, original = null, scope }: Props) {
  const grantable = useGrantable(scope.customerId);
  // A copy starts with the grantable operations only, so they have to be known first.
  return grantable === null ? null : <Form stored={stored} original={original} scope={scope} grantable={grantable} />;
}

function Form({ stored: role, original, scope, grantable }: Props & { grantable: Grantable }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useNounForm({
    noun: roles,
    entity: role,
    scope,
    toValues: (from: Role | null): Values => ({
      name: shownName(from) ?? (original ? t("access.roles.copyOf", { name: predefinedName(original.name) }) : ""),
      operationIds: from?.operations.map(({ id }) => id) ?? grantable.grantableIds(original?.operations ?? []),
    }),
    rule: role === null ? RoleBody : RoleChange,
    // After a switch to another customer, operations that cannot be granted there are left out.
    toBody: ({ name, operationIds }: Values) => ({
      name,
      operationIds: role === null ? onlyGrantable(grantable, operationIds) : operationIds,
    }),
    onSaved: () => {
      // It may be the person's own role: reload what they may do.
      void queries.invalidateQueries({ queryKey: ["access"] });
      return undefined;
    },
  });
  return (
    <EntityForm form={form} isReadOnly={form.isReadOnly}>
      {role?.predefined === true ? (
        <PredefinedNote>
          <span>
            <b>{t("errors.predefined")}</b>
            <br />
            {t("access.roles.predefinedWhy")}
          </span>
        </PredefinedNote>
      ) : null}
      <FormSection title={t("access.roles.one")}>
        <FormText path="name" label={t("access.roles.name")} autoComplete="off" isWide required />
      </FormSection>
      <RightsField customerId={scope.customerId} grantable={grantable} isNew={role === null} />
      <SaveBar isSticky {...(role === null ? { save: t("access.roles.add") } : {})} />
    </EntityForm>
  );
}

/** Predefined roles cannot be changed, so that their form may have their name in the reader's language. */
const shownName = (role: Role | null): string | undefined =>
  role?.predefined === true ? predefinedName(role.name) : role?.name;
