import { deleteRole, listRoles, type Role, roleSortFields } from "@pulse/contract/roles";
import { IconCopy, IconShieldLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Column, TableAction } from "../table/Column.ts";
import { AccessList } from "./AccessList.tsx";
import { duplicateHref } from "./duplicateHref.ts";
import { Predefined } from "./Predefined.tsx";
import { predefinedName } from "./predefinedName.ts";
import { rightsSummary } from "./rightsSummary.ts";
import { useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";

/** The roles of a customer: what people may do. */
export default function RolesPage() {
  const { t } = useTranslation();
  const scope = useCustomerScope();
  const can = useLetters("role_management");
  const duplicate = (role: Role): TableAction<Role> => ({
    key: "duplicate",
    label: t("access.roles.duplicate"),
    icon: <IconCopy size={16} stroke={1.75} aria-hidden="true" />,
    href: duplicateHref(role, scope),
  });
  return (
    <AccessList
      noun="roles"
      area="role_management"
      icon={IconShieldLock}
      scope={scope}
      list={listRoles}
      remove={deleteRole}
      columns={useRoleColumns()}
      sortFields={roleSortFields}
      sort="name"
      nameOf={({ name }: Role) => name}
      isOpen={isOwn}
      isDeletable={isOwn}
      more={(role) => (can.c ? [duplicate(role)] : [])}
    />
  );
}

const isOwn = ({ predefined }: Role): boolean => !predefined;

function useRoleColumns(): readonly Column<Role>[] {
  const { t } = useTranslation();
  return [
    {
      key: "name",
      header: t("access.roles.name"),
      sortField: "name",
      width: "26%",
      cell: ({ name, predefined }) => <Predefined name={predefinedName(name)} isPredefined={predefined} />,
      csv: ({ name }) => name,
    },
    {
      key: "operations",
      header: t("access.roles.rights"),
      onPhone: "line",
      cell: ({ operations }) => rightsSummary(operations),
      csv: ({ operations }) => operations.map(({ name }) => name).join("; "),
    },
    {
      key: "num_operations",
      header: t("access.roles.count"),
      align: "end",
      width: "110px",
      cell: ({ operations }) => operations.length,
    },
    {
      key: "num_users",
      header: t("access.users.title"),
      align: "end",
      width: "110px",
      onPhone: "end",
      cell: ({ numUsers }) => numUsers,
      phoneCell: ({ numUsers }) => t("access.numUsers", { count: numUsers }),
      csv: ({ numUsers }) => numUsers,
    },
  ];
}
