import { type Webhook, webhookSortFields } from "@pulse/contract/webhooks";
import { useTranslation } from "react-i18next";
import { EntityList } from "../entity/EntityList.tsx";
import type { Column } from "../table/Column.ts";
import { useKindNames } from "./useKindNames.ts";
import { webhooks } from "./webhooks.ts";

/** `/webhooks`: where a customer's events are posted to. */
export function WebhooksPage() {
  return <EntityList noun={webhooks} columns={useColumns()} sortFields={webhookSortFields} sort="name" />;
}

function useColumns(): readonly Column<Webhook>[] {
  const { t } = useTranslation();
  const nameOf = useKindNames();
  const kindsOf = ({ kinds }: Webhook): string => kinds.map(nameOf).join(", ") || t("webhooks.allKinds");
  const stateOf = ({ active }: Webhook): string => t(active ? "webhooks.on" : "webhooks.off");
  return [
    {
      key: "name",
      header: t("webhooks.name"),
      sortField: "name",
      cell: webhooks.nameOf,
      csv: webhooks.nameOf,
    },
    { key: "url", header: t("webhooks.url"), onPhone: "line", cell: ({ url }) => url, csv: ({ url }) => url },
    { key: "kinds", header: t("webhooks.kinds"), cell: kindsOf, csv: kindsOf },
    { key: "active", header: t("webhooks.state"), width: 110, onPhone: "end", cell: stateOf, csv: stateOf },
  ];
}
