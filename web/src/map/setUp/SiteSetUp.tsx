import { Button } from "@mantine/core";
import { can } from "@pulse/contract/access";
import type { AccessibleSite } from "@pulse/contract/customers";
import { getSite } from "@pulse/contract/sites";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../services/services.tsx";
import { useAccess } from "../../shell/person.api.ts";
import { guideNeeds } from "../../shell/guideNeeds.ts";
import { FirstPlan } from "./FirstPlan.tsx";
import classes from "./SiteSetUp.module.css";

/** What a site needs before anything can be found in it: shown on its map while there is no plan to draw. */
export function SiteSetUp({ site }: { site: AccessibleSite }) {
  const { t } = useTranslation();
  const id = useId();
  const { api } = useServices();
  const { data: access } = useAccess();
  const { data: counts } = useQuery({
    queryKey: ["sites", site.id, "setUp"],
    queryFn: ({ signal }) => api.call(getSite, { params: { id: site.id }, signal }),
    // Without the answer the steps are the same.
    meta: { isSilent: true },
  });
  const [gateways, trackers] = [counts?.numGateway ?? 0, counts?.numBeacon ?? 0];
  const of = `/sites/${site.id}`;
  return (
    <section className={classes["card"]} aria-labelledby={id}>
      <header>
        <h1 id={id}>{t("sites.setUp.title", { name: site.name })}</h1>
        <p>{t("sites.setUp.hint")}</p>
      </header>
      <ol>
        <Step nth={1} title={t("sites.plan.add")}>
          <FirstPlan siteId={site.id} />
        </Step>
        <Step
          nth={2}
          title={t("sites.setUp.gateways")}
          text={gateways === 0 ? t("sites.setUp.noGateways") : t("sites.setUp.numGateways", { count: gateways })}
          action={<Onward to={`${of}/devices/gateways`} text={t("sites.setUp.place")} of={t("sites.setUp.gateways")} />}
        />
        <Step
          nth={3}
          title={t("sites.setUp.trackers")}
          text={trackers === 0 ? t("sites.setUp.noTrackers") : t("sites.setUp.numTrackers", { count: trackers })}
          action={<Onward to={`${of}/assets`} text={t("sites.setUp.link")} of={t("sites.setUp.trackers")} />}
        />
      </ol>
      {access !== undefined && can(access, guideNeeds) ? (
        <footer>
          {t("sites.setUp.new")} <Link to={`/start?site=${site.id}`}>{t("sites.setUp.guide")}</Link>
        </footer>
      ) : null}
    </section>
  );
}

interface StepProps {
  nth: number;
  title: string;
  text?: string;
  action?: ReactNode;
  children?: ReactNode;
}

function Step({ nth, title, text, action, children }: StepProps) {
  return (
    <li data-current={nth === 1 || undefined}>
      <span aria-hidden="true">{nth}</span>
      <div>
        <h2>{title}</h2>
        {text === undefined ? null : <p>{text}</p>}
      </div>
      {action}
      {children}
    </li>
  );
}

function Onward({ to, text, of }: { to: string; text: string; of: string }) {
  return (
    <Button component={Link} to={to} size="xs" variant="default" aria-label={`${text}: ${of}`}>
      {text}
    </Button>
  );
}
