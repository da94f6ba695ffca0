import { Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { Logo } from "../ui/Logo.tsx";
import classes from "./SideNav.module.css";
import type { OpenablePage } from "../shell/usePages.ts";

interface Props {
  sections: readonly OpenablePage[];
  isOpen: boolean;
  /** Opens and collapses it; without this it is a fixed rail. */
  onToggle?(): void;
}

/** The sections at the left; when collapsed, icons with their names as tooltips. */
export function SideNav({ sections, isOpen, onToggle }: Props) {
  const { t } = useTranslation();
  const Toggle = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  const toggleName = isOpen ? t("nav.collapse") : t("nav.expand");
  return (
    <nav
      className={classes["nav"]}
      aria-label={t("nav.sections")}
      data-rail={onToggle === undefined || undefined}
      data-open={isOpen || undefined}
    >
      <Link className={classes["brand"]} to="/" aria-label={t("app.name")}>
        <Logo size={26} />
        <span className={classes["label"]}>{t("app.name")}</span>
      </Link>
      <div className={classes["items"]}>
        {sections.map(({ key, path, icon: Icon }) => (
          <Tooltip key={key} label={t(key)} position="right" disabled={isOpen}>
            <NavLink className={classes["item"] ?? ""} to={path} aria-label={t(key)}>
              <Icon size={20} stroke={1.7} aria-hidden="true" />
              <span className={classes["label"]}>{t(key)}</span>
            </NavLink>
          </Tooltip>
        ))}
      </div>
      {onToggle === undefined ? null : (
        <Tooltip label={toggleName} position="right" disabled={isOpen}>
          <button
            type="button"
            className={classes["item"]}
            aria-expanded={isOpen}
            aria-label={toggleName}
            onClick={onToggle}
          >
            <Toggle size={20} stroke={1.7} aria-hidden="true" />
            <span className={classes["label"]}>{toggleName}</span>
          </button>
        </Tooltip>
      )}
    </nav>
  );
}
