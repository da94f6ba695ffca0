import { Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { Logo } from "../ui/Logo.tsx";
import type { Section } from "./sections.ts";
import classes from "./SideNav.module.css";

interface Props {
  sections: readonly Section[];
  siteId: string | null;
  isOpen: boolean;
  onToggle(): void;
}

/** The sections at the left; collapsed to icons, whose names are tooltips then. */
export function SideNav({ sections, siteId, isOpen, onToggle }: Props) {
  const { t } = useTranslation();
  const Toggle = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  const toggleName = isOpen ? t("nav.collapse") : t("nav.expand");
  return (
    <nav className={classes["nav"]} aria-label={t("nav.sections")} data-open={isOpen || undefined}>
      <Link className={classes["brand"]} to="/" aria-label={t("app.name")}>
        <Logo size={26} />
        <span className={classes["label"]}>{t("app.name")}</span>
      </Link>
      <div className={classes["items"]}>
        {siteId === null
          ? null
          : sections.map(({ page, icon: Icon }) => (
              <Tooltip key={page} label={t(`nav.${page}`)} position="right" disabled={isOpen}>
                <NavLink
                  className={classes["item"] ?? ""}
                  to={`/sites/${siteId}/${page}`}
                  aria-label={t(`nav.${page}`)}
                >
                  <Icon size={20} stroke={1.7} aria-hidden="true" />
                  <span className={classes["label"]}>{t(`nav.${page}`)}</span>
                </NavLink>
              </Tooltip>
            ))}
      </div>
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
    </nav>
  );
}
