import { can, pageNeeds } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { Scope } from "../entity/Scope.ts";
import { useAccess } from "../session/person.api.ts";
import classes from "./accessFamily.module.css";

const tabs = ["users", "groups", "roles"] as const;

/** The tabs of access management that the person may read; each has its own address. */
function AccessTabs({ search }: Pick<Scope, "search">) {
  const { t } = useTranslation();
  const { data: access } = useAccess();
  const readable = access === undefined ? [] : tabs.filter((tab) => can(access, pageNeeds[tab]));
  return (
    <nav className={classes["tabs"]} aria-label={t("access.title")}>
      {readable.map((tab) => (
        <NavLink key={tab} to={`/access/${tab}${search}`}>
          {t(`access.${tab}.title`)}
        </NavLink>
      ))}
    </nav>
  );
}

/** What the three lists of access management share. */
export function useAccessFamily() {
  const { t } = useTranslation();
  return { title: t("access.title"), tabs: ({ search }: Scope) => <AccessTabs search={search} /> };
}
