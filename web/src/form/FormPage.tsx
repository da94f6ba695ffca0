import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LeaveGuard } from "./LeaveGuard.tsx";
import classes from "./FormPage.module.css";

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
  /** The question when people leave with unsaved changes, instead of the usual one. */
  prompt?: string;
  children: ReactNode;
}

const noCrumbs: NonNullable<Props["crumbs"]> = [];

/** The page of one thing: its header, and below it the sections of its forms, with a guard for unsaved changes. */
export function FormPage({ title, crumbs = noCrumbs, badge, facts, actions, aside, prompt, children }: Props) {
  const { t } = useTranslation();
  return (
    <LeaveGuard {...(prompt === undefined ? {} : { prompt })}>
      <div className={classes["page"]}>
        <header className={classes["header"]}>
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
        </header>
        <div className={classes["body"]} data-aside={aside !== undefined || undefined}>
          <div className={classes["column"]}>{children}</div>
          {aside === undefined ? null : <div className={classes["column"]}>{aside}</div>}
        </div>
      </div>
    </LeaveGuard>
  );
}
