import { type Group, groupSortFields } from "@pulse/contract/groups";
import { useTranslation } from "react-i18next";
import { EntityList } from "../entity/EntityList.tsx";
import type { Column } from "../table/Column.ts";
import { useAccessFamily } from "./accessFamily.tsx";
import { groups } from "./groups.ts";
import { nameColumn, usersColumn } from "./namedColumns.tsx";

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
    nameColumn(t("access.groups.name")),
    { key: "sites", header: t("access.groups.sites"), onPhone: "line", cell: sitesOf, csv: sitesOf },
    usersColumn(t),
  ];
}
