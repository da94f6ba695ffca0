import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { Section } from "./sections.ts";
import classes from "./BottomBar.module.css";

/** The sections at the bottom of a phone. */
export function BottomBar({ sections, siteId }: { sections: readonly Section[]; siteId: string | null }) {
  const { t } = useTranslation();
  return (
    <nav className={classes["bar"]} aria-label={t("nav.sections")}>
      {siteId === null
        ? null
        : sections.map(({ page, icon: Icon }) => (
            <NavLink key={page} className={classes["item"] ?? ""} to={`/sites/${siteId}/${page}`}>
              <Icon size={22} stroke={1.7} aria-hidden="true" />
              {t(`nav.${page}`)}
            </NavLink>
          ))}
    </nav>
  );
}
