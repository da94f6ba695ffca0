import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormPage } from "../form/FormPage.tsx";
import { LoadingForm } from "../form/LoadingForm.tsx";
import { RequireAccess } from "../entity/RequireAccess.tsx";
import { guideNeeds } from "../shell/guideNeeds.ts";
import { useTitle } from "../shell/useTitle.ts";
import { AssetStep } from "./AssetStep.tsx";
import { BeaconStep } from "./BeaconStep.tsx";
import { CustomerStep } from "./CustomerStep.tsx";
import { Arrived, DotStep } from "./DotStep.tsx";
import { GatewayStep } from "./GatewayStep.tsx";
import { PlanStep } from "./PlanStep.tsx";
import { SiteStep } from "./SiteStep.tsx";
import { Step } from "./Step.tsx";
import { type Progress, type StepKey, steps, useProgress } from "./useProgress.ts";
import classes from "./Guide.module.css";

/** `/start`: from an empty installation to the first dot on the map, one step after the other. */
export default function GuidePage() {
  return (
    <RequireAccess needs={guideNeeds}>
      <Guide />
    </RequireAccess>
  );
}

function Guide() {
  const { t } = useTranslation();
  const progress = useProgress();
  const site = progress?.site ?? null;
  const title = site === null ? t("guide.title") : t("guide.titleOf", { site: site.name });
  useTitle(title);
  if (progress === undefined) return <LoadingForm crumbs={[]} />;
  const { current, done, chooseSite } = progress;
  return (
    <FormPage
      title={title}
      facts={<span>{t("guide.leave")}</span>}
      actions={
        site === null ? null : (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => chooseSite(null)}
          >
            {t("guide.another")}
          </Button>
        )
      }
    >
      <ol className={classes["steps"]}>
        {steps.map((step, nth) => (
          <Step
            key={step}
            number={nth + 1}
            title={t(`guide.${step}.title`)}
            hint={t(`guide.${step}.hint`)}
            state={step === current ? "current" : done.has(step) ? "done" : "later"}
            summary={summaryOf(step, progress)}
          >
            {step === current ? contentOf(step, progress) : null}
          </Step>
        ))}
      </ol>
      {current === null && site !== null ? <Arrived site={site} asset={progress.assets[0]} /> : null}
    </FormPage>
  );
}

/** The result of a step, with its address. */
function summaryOf(step: StepKey, { scope, site, gateways, trackers, assets }: Progress) {
  const base = `/sites/${site?.id ?? ""}`;
  const named = (path: string, thing: { id: string; name: string } | undefined) =>
    thing === undefined ? null : { text: thing.name, to: `${base}/${path}/${thing.id}` };
  if (step === "customer") return scope.choice === null ? null : customerOf(site, scope);
  if (step === "site") return site === null ? null : { text: site.name, to: `${base}/details` };
  if (step === "plan") return { text: null, to: `${base}/details` };
  const connected = gateways.find(({ lastUpdated }) => lastUpdated !== null);
  if (step === "gateway") return named("devices/gateways", connected);
  return step === "beacon" ? named("devices/trackers", trackers[0]) : named("assets", assets[0]);
}

/** The site's customer or, before there is a site, the chosen one. */
function customerOf(site: Progress["site"], { customerId, customerName }: Progress["scope"]) {
  const { customerId: id, customerName: text } = site ?? { customerId: customerId ?? "", customerName };
  return { text, to: `/customers/${id}` };
}

function contentOf(step: StepKey, progress: Progress): ReactNode {
  const { scope, site, chooseSite } = progress;
  if (step === "customer") return <CustomerStep />;
  if (step === "site" || site === null) return <SiteStep scope={scope} onCreated={({ id }) => chooseSite(id)} />;
  const of = { ...scope, siteId: site.id, base: `/sites/${site.id}`, search: "" };
  if (step === "plan") return <PlanStep scope={of} siteId={site.id} />;
  if (step === "gateway") return <GatewayStep scope={of} gateway={progress.gateways[0] ?? null} />;
  if (step === "beacon") return <BeaconStep siteId={site.id} />;
  return step === "asset" ? <AssetStep scope={of} trackers={progress.trackers} /> : <DotStep />;
}
