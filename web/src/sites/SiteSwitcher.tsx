import { Popover } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router";
import { useServices } from "../services/services.tsx";
import { Logo } from "../ui/Logo.tsx";
import { byLastUse, recentSites } from "./recentSites.ts";
import { SitePicker } from "./SitePicker.tsx";
import classes from "./SiteSwitcher.module.css";
import { useAccessibleSites } from "./sites.api.ts";

const manySites = 8;

/** Customer and site in the top bar, or only the logo where there is no room for names; opens the choice of other sites. */
export function SiteSwitcher({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation();
  const { activeSite, session } = useServices();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  const siteId = useParams()["siteId"] ?? active?.siteId;
  const isHome = useLocation().pathname === "/";
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { data: sites = [] } = useAccessibleSites();
  const recent = recentSites(localStorage, session.subject() ?? "");
  const site = sites.find(({ id }) => id === siteId);
  const hasOneCustomer = sites.every(({ customerId }) => customerId === site?.customerId);
  // At home without a site the page itself is the choice.
  if (sites.length === 0 || (isHome && site === undefined)) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes["switcher"]}
          data-compact={isCompact || undefined}
          aria-label={
            site === undefined ? t("site.choose") : t("site.switch", { customer: site.customerName, site: site.name })
          }
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isCompact ? (
            <Logo size={22} />
          ) : site === undefined ? (
            <span className={classes["name"]}>{t("site.choose")}</span>
          ) : (
            <>
              <span className={classes["customer"]} data-only={hasOneCustomer || undefined}>
                {site.customerName}
              </span>{" "}
              <i className={classes["slash"]} />
              <span className={classes["name"]}>{site.name}</span>
            </>
          )}
          <IconSelector size={15} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <SitePicker
          sites={byLastUse(sites, recent)}
          // With few sites nobody needs a section for those used last.
          recent={sites.length > manySites ? recent : []}
          active={siteId ?? null}
          onPick={({ id }) => {
            setOpen(false);
            void navigate(`/sites/${id}`);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
