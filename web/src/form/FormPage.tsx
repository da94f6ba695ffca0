import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormBody } from "./FormBody.tsx";
import classes from "./FormPage.module.css";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { type PageTab, PageTabs, TabPanels, useChosenTab } from "./PageTabs.tsx";

interface Props {
  title: string;
  /** The breadcrumb, without the page itself. */
  crumbs?: readonly { to: string; label: string }[];
  /** State beside the title. */
  badge?: ReactNode;
  /** A line of facts below it. */
  facts?: ReactNode;
  actions?: ReactNode;
  /** Cards that are not part of the form, beside it where there is room. */
  aside?: ReactNode;
  /** The parts of the page, each under its own tab, instead of one column and its cards. */
  tabs?: readonly PageTab[];
  /** The question when people leave with unsaved changes, instead of the usual one. */
  prompt?: string;
  children: ReactNode;
}

const noCrumbs: NonNullable<Props["crumbs"]> = [];
const noTabs: readonly PageTab[] = [];

/** The page of one thing: its header, and below it the sections of its forms, with a guard for unsaved changes. */
export function FormPage({ title, crumbs = noCrumbs, badge, facts, actions, prompt, children, ...parts }: Props) {
  const { t } = useTranslation();
  const { aside, tabs = noTabs } = parts;
  const chosen = useChosenTab(tabs);
  return (
    <LeaveGuard {...(prompt === undefined ? {} : { prompt })}>
      <div className={classes["page"]}>
        <header className={classes["header"]} data-tabs={tabs.length > 0 || undefined}>
          <div className={classes["inner"]}>
            {crumbs.length === 0 ? null : (
              <nav className={classes["crumbs"]} aria-label={t("form.crumbs")}>
                {crumbs.map(({ to, label }) => (
                  <Fragment key={to}>
                    <Link to={to}>{label}</Link>
                    <span aria-hidden="true">›</span>
                  </Fragment>
                ))}
                <span aria-current="page">{title}</span>
              </nav>
            )}
            <div className={classes["titleLine"]}>
              <h1>{title}</h1>
              {badge}
              <div className={classes["actions"]}>{actions}</div>
            </div>
            {facts === undefined ? null : <div className={classes["facts"]}>{facts}</div>}
          </div>
          {tabs.length === 0 ? null : <PageTabs tabs={tabs} chosen={chosen} />}
        </header>
        {tabs.length === 0 ? (
          <FormBody aside={aside}>{children}</FormBody>
        ) : (
          <>
            <TabPanels tabs={tabs} chosen={chosen} />
            {children}
          </>
        )}
      </div>
    </LeaveGuard>
  );
}
