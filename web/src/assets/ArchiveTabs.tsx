import type { Endpoint } from "@pulse/contract/endpoint";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../services/services.tsx";
import classes from "../ui/tabs.module.css";

interface Props {
  /** The noun's name in query keys. */
  noun: string;
  label: string;
  search: Endpoint;
  siteId: string | null;
  isArchived: boolean;
}

/** Tabs for things in use and archived ones, each with its number. */
export function ArchiveTabs({ noun, label, search, siteId, isArchived }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [inUse, archived] = useQueries({
    queries: (["false", "true"] as const).map((of) => ({
      queryKey: [noun, siteId, "count", "archived", of],
      enabled: siteId !== null,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.page(search, { query: { siteId, archived: of, limit: 1 }, signal })).metadata.totalCount,
    })),
  });
  return (
    <nav className={classes["tabs"]} aria-label={label}>
      <Link to={{ search: "" }} aria-current={isArchived ? undefined : "page"}>
        {t("things.inUse")} <small>{inUse?.data}</small>
      </Link>
      <Link to={{ search: "?archived=true" }} aria-current={isArchived ? "page" : undefined}>
        {t("things.archivedOne")} <small>{archived?.data}</small>
      </Link>
    </nav>
  );
}
