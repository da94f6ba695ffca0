import { type Role, roleSortFields } from "@pulse/contract/roles";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EntityList } from "../entity/EntityList.tsx";
import { useLetters } from "../entity/useLetters.ts";
import type { Column } from "../table/Column.ts";
import { useAccessFamily } from "./accessFamily.tsx";
import { duplicateHref } from "./duplicateHref.ts";
import { nameColumn, usersColumn } from "./namedColumns.tsx";
import { rightsSummary } from "./rightsSummary.ts";
import { roles } from "./roles.ts";

/** The roles of a customer: what people may do. */
export default function RolesPage() {
  const { t } = useTranslation();
  const can = useLetters("role_management");
  return (
    <EntityList
      noun={roles}
      family={useAccessFamily()}
      columns={useRoleColumns()}
      sortFields={roleSortFields}
      sort="name"
      more={(role, scope) =>
        can.c
          ? [
              {
                key: "duplicate",
                label: t("access.roles.duplicate"),
                icon: <IconCopy size={16} stroke={1.75} aria-hidden="true" />,
                href: duplicateHref(role, scope),
              },
            ]
          : []
      }
    />
  );
}

function useRoleColumns(): readonly Column<Role>[] {
  const { t } = useTranslation();
  return [
    nameColumn(t("access.roles.name")),
    {
      key: "operations",
      share: 3,
      header: t("access.roles.rights"),
      onPhone: "line",
      cell: ({ operations }) => rightsSummary(operations),
      csv: ({ operations }) => operations.map(({ name }) => name).join("; "),
    },
    {
      key: "num_operations",
      header: t("access.roles.count"),
      align: "end",
      width: 110,
      cell: ({ operations }) => operations.length,
    },
    usersColumn(t),
  ];
}
