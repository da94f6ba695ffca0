import { Button } from "@mantine/core";
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
import { isComplete, missingOf, type PointDraft, type CompletePointDraft } from "./pointDraft.ts";
import { PointFields } from "./PointFields.tsx";

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
        <PointFields key={floor.id} floor={floor} draft={draft} onChange={onDraft} />
        {refusal === null ? null : (
          <p className={classes["refusal"]} role="alert">
            {refusal}
          </p>
        )}
        <div className={classes["acts"]}>
          <Button
            disabled={!isComplete(draft)}
            loading={adding.isPending}
            onClick={() => isComplete(draft) && fix(draft)}
          >
            {t("calibration.beacons.fix")}
          </Button>
          {isComplete(draft) ? null : <p>{t(`calibration.stand.missing.${missingOf(draft)}`)}</p>}
        </div>
      </section>
      <ChangedGateways siteId={site.id} gateways={calibration.changedGateways} />
      <BeaconList site={site} calibration={calibration} />
    </>
  );
}
