import { deleteGroup, type Group, groupSortFields, listGroups } from "@pulse/contract/groups";
import { IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Column } from "../table/Column.ts";
import { AccessList } from "./AccessList.tsx";
import { Predefined } from "./Predefined.tsx";
import { predefinedName } from "./predefinedName.ts";
import { useCustomerScope } from "./useCustomerScope.ts";

/** The groups of a customer: which sites people may enter. */
export default function GroupsPage() {
  return (
    <AccessList
      noun="groups"
      area="group_management"
      icon={IconUsersGroup}
      scope={useCustomerScope()}
      list={listGroups}
      remove={deleteGroup}
      columns={useGroupColumns()}
      sortFields={groupSortFields}
      sort="name"
      nameOf={({ name }: Group) => name}
      isOpen={isOwn}
      isDeletable={isOwn}
    />
  );
}

const isOwn = ({ predefined }: Group): boolean => !predefined;

function useGroupColumns(): readonly Column<Group>[] {
  const { t } = useTranslation();
  const sitesOf = ({ predefined, sites }: Group): string =>
    predefined ? t("access.groups.allSites") : sites.map(({ name }) => name).join(", ") || t("table.noValue");
  return [
    {
      key: "name",
      header: t("access.groups.name"),
      sortField: "name",
      width: "30%",
      cell: ({ name, predefined }) => <Predefined name={predefinedName(name)} isPredefined={predefined} />,
      csv: ({ name }) => name,
    },
    { key: "sites", header: t("access.groups.sites"), onPhone: "line", cell: sitesOf, csv: sitesOf },
    {
      key: "num_users",
      header: t("access.users.title"),
      align: "end",
      width: "120px",
      onPhone: "end",
      cell: ({ numUsers }) => numUsers,
      phoneCell: ({ numUsers }) => t("access.numUsers", { count: numUsers }),
      csv: ({ numUsers }) => numUsers,
    },
  ];
}
