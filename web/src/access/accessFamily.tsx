import { can, pageNeeds } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { Scope } from "../entity/Scope.ts";
import { useAccess } from "../shell/person.api.ts";
import classes from "../ui/tabs.module.css";

const tabs = [
  { path: "users", title: "access.users.title", needs: pageNeeds.users },
  { path: "groups", title: "access.groups.title", needs: pageNeeds.groups },
  { path: "roles", title: "access.roles.title", needs: pageNeeds.roles },
  // People who manage permissions manage those of other systems too.
  { path: "api-keys", title: "apiKeys.title", needs: pageNeeds.roles },
  { path: "sso", title: "sso.title", needs: { all: [{ area: "role_management", letter: "u" }] } },
] as const;

/** The tabs of access management that the person may read; each has its own address. */
function AccessTabs({ search }: Pick<Scope, "search">) {
  const { t } = useTranslation();
  const { data: access } = useAccess();
  const readable = access === undefined ? [] : tabs.filter(({ needs }) => can(access, needs));
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
