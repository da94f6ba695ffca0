import { siteSortFields } from "@pulse/contract/sites";
import { IconMap2 } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EntityList } from "../entity/EntityList.tsx";
import { siteColumns } from "./siteColumns.tsx";
import { sites } from "./sites.ts";

/** `/sites`: the sites of a customer that the person may enter. */
export default function SitesPage() {
  const { t } = useTranslation();
  const columns = useMemo(() => siteColumns(t), [t]);
  return (
    <EntityList
      noun={sites}
      columns={columns}
      sortFields={siteSortFields}
      sort="name"
      more={({ id }) => [
        {
          key: "map",
          label: t("sites.openMap"),
          icon: <IconMap2 size={16} stroke={1.75} aria-hidden="true" />,
          href: `/sites/${id}/map`,
        },
      ]}
    />
  );
}
