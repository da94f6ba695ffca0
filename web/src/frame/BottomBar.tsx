import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import classes from "./BottomBar.module.css";
import type { OpenablePage } from "../shell/usePages.ts";

interface Props {
  sections: readonly OpenablePage[];
  onSearch(): void;
}

/** The sections and the search at the bottom of a phone. */
export function BottomBar({ sections, onSearch }: Props) {
  const { t } = useTranslation();
  return (
    <nav className={classes["bar"]} aria-label={t("nav.sections")}>
      {sections.map(({ key, path, icon: Icon }) => (
        <NavLink key={key} className={classes["item"] ?? ""} to={path}>
          <Icon size={22} stroke={1.7} aria-hidden="true" />
          {t(key)}
        </NavLink>
      ))}
      <button type="button" className={classes["item"]} aria-haspopup="dialog" onClick={onSearch}>
        <IconSearch size={22} stroke={1.7} aria-hidden="true" />
        {t("search.short")}
      </button>
    </nav>
  );
}
