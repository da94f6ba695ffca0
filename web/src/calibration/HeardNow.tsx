import { listTrackerSightings } from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLetters } from "../entity/useLetters.ts";
import { strongestSightings } from "../map/cards/ReceivingGateways.tsx";
import { useServices } from "../services/services.tsx";
import { dbmText } from "../text/translate.ts";
import { SignalBars } from "../ui/SignalBars.tsx";
import classes from "./Calibration.module.css";
import type { WalkRun } from "./useWalk.ts";

const everyMs = 2_000;

/** The gateways that have heard a tracker since it was put there, the loudest first; for people who may read trackers. */
export function HeardNow({ run }: { run: WalkRun }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const can = useLetters("identifier_management");
  const { tracker, startMs } = run;
  const { data = [] } = useQuery({
    queryKey: ["heardAtPoint", tracker.id, startMs],
    enabled: can.r,
    queryFn: async ({ signal }) =>
      strongestSightings(
        await api.call(listTrackerSightings, {
          params: { id: tracker.id },
          query: { startTimeUtc: new Date(startMs).toISOString() },
          signal,
        }),
      ),
    refetchInterval: everyMs,
    gcTime: everyMs,
    meta: { isSilent: true },
  });
  if (!can.r) return null;
  return (
    <div className={classes["heard"]}>
      <h3>{t("calibration.walk.heardBy")}</h3>
      {data.length === 0 ? (
        <p>{t("calibration.walk.notHeard")}</p>
      ) : (
        <ul>
          {data.map(({ hardwareId, hardwareName, rssi }) => (
            <li key={hardwareId}>
              <span>{hardwareName}</span>
              <SignalBars dbm={rssi} />
              <span>{dbmText(Math.round(rssi))}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
