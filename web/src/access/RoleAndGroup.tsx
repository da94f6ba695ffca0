import { grants } from "@pulse/contract/access";
import type { Role } from "@pulse/contract/roles";
import type { User } from "@pulse/contract/users";
import { useTranslation } from "react-i18next";
import { useAccess } from "../shell/person.api.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { useGroups, useRoles } from "./access.api.ts";
import { predefinedName } from "./predefinedName.ts";

interface Named {
  id: string;
  name: string;
}

/** What a person may do, and on which sites. */
export function RoleAndGroup({ user, customerId }: { user: User | null; customerId: string | null }) {
  const { t } = useTranslation();
  const { data: access } = useAccess();
  const { data: roles } = useRoles(customerId);
  const { data: groups } = useGroups(customerId);
  // The server refuses roles with more permissions than the giver has, so they are not offered.
  const mayGive = ({ operations }: Role): boolean =>
    access !== undefined && operations.every((operation) => grants(access, operation));
  const grantable = (roles ?? []).filter(mayGive);
  const isCut = roles !== undefined && grantable.length < roles.length;
  return (
    <>
      <FormSelect
        path="roleId"
        label={t("access.users.role")}
        required
        options={options(grantable, user?.role ?? null)}
        {...(isCut ? { hint: t("access.users.rolesCut") } : {})}
      />
      <FormSelect
        path="userGroupId"
        label={t("access.users.group")}
        hint={t("access.users.groupHint")}
        required
        options={options(groups ?? [], user?.group ?? null)}
      />
    </>
  );
}

/** The options, plus the current choice even if it could not be chosen now. */
function options(named: readonly Named[], chosen: Named | null): { value: string; label: string }[] {
  const all = chosen === null || named.some(({ id }) => id === chosen.id) ? named : [...named, chosen];
  return all.map(({ id, name }) => ({ value: id, label: predefinedName(name) }));
}
