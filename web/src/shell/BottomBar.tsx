import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import classes from "./BottomBar.module.css";
import type { OpenablePage } from "./usePages.ts";

/** The sections at the bottom of a phone. */
export function BottomBar({ sections }: { sections: readonly OpenablePage[] }) {
  const { t } = useTranslation();
  return (
    <nav className={classes["bar"]} aria-label={t("nav.sections")}>
      {sections.map(({ key, path, icon: Icon }) => (
        <NavLink key={key} className={classes["item"] ?? ""} to={path}>
          <Icon size={22} stroke={1.7} aria-hidden="true" />
          {t(key)}
        </NavLink>
      ))}
    </nav>
  );
}
