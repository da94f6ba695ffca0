import { type Group, groupSortFields } from "@pulse/contract/groups";
import { useTranslation } from "react-i18next";
import { EntityList } from "../entity/EntityList.tsx";
import type { Column } from "../table/Column.ts";
import { useAccessFamily } from "./accessFamily.tsx";
import { groups } from "./groups.ts";
import { Predefined } from "./Predefined.tsx";

/** The groups of a customer: which sites people may enter. */
export default function GroupsPage() {
  return (
    <EntityList
      noun={groups}
      family={useAccessFamily()}
      columns={useGroupColumns()}
      sortFields={groupSortFields}
      sort="name"
    />
  );
}

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
      cell: (group) => <Predefined name={groups.nameOf(group)} isPredefined={group.predefined} />,
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
