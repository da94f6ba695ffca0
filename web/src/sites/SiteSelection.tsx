import type { AccessibleSite } from "@pulse/contract/customers";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { byLastUse, recentSites } from "./recentSites.ts";
import { SitePicker } from "./SitePicker.tsx";
import classes from "./SiteSelection.module.css";

/** The choice of a site after a sign-in: those used last first. */
export function SiteSelection({ sites }: { sites: readonly AccessibleSite[] }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const navigate = useNavigate();
  useTitle(t("site.choose"));
  const recent = recentSites(localStorage, session.subject() ?? "");
  return (
    <div className={classes["page"]}>
      <section className={classes["card"]} aria-labelledby="choose-site">
        <h1 id="choose-site">{t("site.choose")}</h1>
        <p>{t("frame.selection.lead")}</p>
        <SitePicker
          sites={byLastUse(sites, recent)}
          recent={recent}
          active={null}
          isPage
          onPick={({ id }) => void navigate(`/sites/${id}`)}
        />
      </section>
    </div>
  );
}
