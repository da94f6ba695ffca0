import { can, pageNeeds } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { Scope } from "../entity/Scope.ts";
import { useAccess } from "../shell/person.api.ts";
import classes from "../ui/tabs.module.css";

const tabs = [
  { path: "users", title: "access.users.title", page: "users" },
  { path: "groups", title: "access.groups.title", page: "groups" },
  { path: "roles", title: "access.roles.title", page: "roles" },
  // People who manage permissions manage those of other systems too.
  { path: "api-keys", title: "apiKeys.title", page: "roles" },
] as const;

/** The tabs of access management that the person may read; each has its own address. */
function AccessTabs({ search }: Pick<Scope, "search">) {
  const { t } = useTranslation();
  const { data: access } = useAccess();
  const readable = access === undefined ? [] : tabs.filter(({ page }) => can(access, pageNeeds[page]));
  return (
    <nav className={classes["tabs"]} aria-label={t("access.title")}>
      {readable.map(({ path, title }) => (
        <NavLink key={path} to={`/access/${path}${search}`}>
          {t(title)}
        </NavLink>
      ))}
    </nav>
  );
}

/** What the lists of access management share. */
export function useAccessFamily() {
  const { t } = useTranslation();
  return { title: t("access.title"), tabs: ({ search }: Scope) => <AccessTabs search={search} /> };
}
