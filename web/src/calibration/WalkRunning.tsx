import { Button, Progress } from "@mantine/core";
import { walkTestLimits } from "@pulse/contract/calibration";
import type { FloorPlan } from "@pulse/contract/sites";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLeaveGuard } from "../form/LeaveGuard.tsx";
import { everySecond } from "../time/everySecond.ts";
import classes from "./Calibration.module.css";
import { HeardNow } from "./HeardNow.tsx";
import { placeWords } from "./placeWords.ts";
import type { Walk, WalkRun } from "./useWalk.ts";

/** After this time a point is good enough, s; the server also takes shorter ones, which say little. */
const enoughS = 30;
/** A point that nobody ends is saved this long before the server would refuse it as too long, s. */
const spareS = 5;

/** The point being measured: for how long, which gateways hear it, and the button to end it. */
export function WalkRunning({ floor, walk, run }: { floor: FloorPlan | undefined; walk: Walk; run: WalkRun }) {
  const { t } = useTranslation();
  const seconds = useSyncExternalStore(everySecond, () => Math.max(0, Math.floor((walk.nowMs() - run.startMs) / 1000)));
  const remainingS = enoughS - seconds;
  const unsaved = useRef(true);
  useLeaveGuard(unsaved);
  const isLongest = seconds >= walkTestLimits.longestS - spareS;
  const end = useEffectEvent(walk.keep);
  useEffect(() => {
    if (isLongest) end();
  }, [isLongest]);
  return (
    <div className={classes["running"]}>
      <p>{t("calibration.walk.standing", { name: run.tracker.name, place: placeWords(floor, run.at) })}</p>
      <div className={classes["clock"]} role="timer" aria-label={t("calibration.walk.timer")}>
        {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}
      </div>
      <Progress
        value={Math.min(100, (100 * seconds) / enoughS)}
        color={remainingS > 0 ? "orange" : "teal"}
        size="sm"
        aria-label={t("calibration.walk.timer")}
      />
      <p role="status">{remainingS > 0 ? null : t("calibration.walk.enough")}</p>
      {remainingS > 0 ? <p>{t("calibration.walk.more", { seconds: remainingS })}</p> : null}
      <HeardNow run={run} />
      <div className={classes["acts"]}>
        <Button disabled={remainingS > 0} loading={walk.isBusy} onClick={walk.keep}>
          {t("calibration.walk.keep")}
        </Button>
        <Button variant="default" disabled={walk.isBusy} onClick={walk.giveUp}>
          {t("calibration.walk.giveUp")}
        </Button>
      </div>
    </div>
  );
}
