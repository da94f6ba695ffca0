import { can, pageNeeds } from "@pulse/contract/access";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { useAccess } from "../session/person.api.ts";
import { ListPage } from "../table/ListPage.tsx";
import classes from "./AccessLayout.module.css";
import type { CustomerScope } from "./useCustomerScope.ts";

interface Props {
  scope: CustomerScope;
  /** Of the open tab: "Invite user". */
  actions?: ReactNode;
  children: ReactNode;
}

const tabs = ["users", "groups", "roles"] as const;

/** The tabs of access management that the person may read; each has its own address. */
export function AccessLayout({ scope, actions, children }: Props) {
  const { t } = useTranslation();
  const { data: access } = useAccess();
  const readable = access === undefined ? [] : tabs.filter((tab) => can(access, pageNeeds[tab]));
  return (
    <ListPage
      title={t("access.title")}
      actions={actions}
      tabs={
        <nav className={classes["tabs"]} aria-label={t("access.title")}>
          {readable.map((tab) => (
            <NavLink key={tab} to={`/access/${tab}${scope.search}`}>
              {t(`access.${tab}.title`)}
            </NavLink>
          ))}
        </nav>
      }
    >
      {children}
    </ListPage>
  );
}
