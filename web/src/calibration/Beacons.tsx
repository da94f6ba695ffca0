import type { SiteCalibration } from "@pulse/contract/calibration";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { useServices } from "../services/services.tsx";
import { BeaconList } from "./BeaconList.tsx";
import { useAddPoint } from "./calibration.api.ts";
import classes from "./Calibration.module.css";
import { ChangedGateways } from "./ChangedGateways.tsx";
import { refusalWords } from "./refusalWords.ts";
import type { CompletePointDraft, PointDraft } from "./pointDraft.ts";
import { PointStart } from "./PointStart.tsx";

interface Props {
  site: Site;
  floor: FloorPlan;
  calibration: SiteCalibration;
  draft: PointDraft;
  onDraft(draft: PointDraft): void;
  nowMs(): number;
}

/** Trackers placed permanently at known places, and the drift that they show. */
export function Beacons({ site, floor, calibration, draft, onDraft, nowMs }: Props) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const adding = useAddPoint(site.id);
  const [refusal, setRefusal] = useState<string | null>(null);
  const fix = ({ tracker, at }: CompletePointDraft): void => {
    setRefusal(null);
    const body = { ...at, trackerId: tracker.id, start: new Date(nowMs()).toISOString() };
    adding.mutate(body, {
      onSuccess: (answer) => {
        if (answer instanceof ApiError) return setRefusal(refusalWords(answer));
        snackbars.success(t("calibration.beacons.fixed", { name: answer.trackerName }));
        onDraft({ tracker: null, at: null });
      },
    });
  };
  return (
    <>
      <section className={classes["part"]} aria-label={t("calibration.tabs.beacons")}>
        <p>{t("calibration.beacons.how")}</p>
        <PointStart
          {...{ floor, draft, onDraft, refusal }}
          start={t("calibration.beacons.fix")}
          isBusy={adding.isPending}
          onStart={fix}
        />
      </section>
      <ChangedGateways siteId={site.id} gateways={calibration.changedGateways} />
      <BeaconList site={site} calibration={calibration} />
    </>
  );
}
