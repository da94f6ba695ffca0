import { listTrackerSightings, type Sighting } from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCan } from "../../entity/useCan.ts";
import type { LiveAsset } from "../../live/liveStore.ts";
import { useServices } from "../../services/services.tsx";
import { dbmText } from "../../text/translate.ts";
import { SignalBars } from "../../ui/SignalBars.tsx";
import classes from "./ReceivingGateways.module.css";

const maxShown = 4;
/** Sightings are fetched and cached in steps of this length, ms; the last few steps count. */
const stepMs = 10_000;
const steps = 4;

/**
 * The gateways that last received an asset's tracker, the strongest first. People who may not read trackers see only the
 * strongest, which comes with the position.
 */
export function ReceivingGateways({ asset }: { asset: LiveAsset }) {
  const { t } = useTranslation();
  const sightings = useReceivingGateways(asset);
  if (sightings.length === 0 && asset.signalStrength === null) return null;
  return (
    <div className={classes["heard"]}>
      <span>{t("card.heardBy")}</span>
      {sightings.length === 0 ? (
        <Signal dbm={asset.signalStrength ?? 0} />
      ) : (
        <ul aria-label={t("card.heardBy")}>
          {sightings.slice(0, maxShown).map(({ hardwareId, hardwareName, rssi }) => (
            <li key={hardwareId}>
              <b>{hardwareName}</b>
              <Signal dbm={rssi} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Signal({ dbm }: { dbm: number }) {
  return (
    <>
      <SignalBars dbm={dbm} />
      {dbmText(Math.round(dbm))}
    </>
  );
}

function useReceivingGateways({ trackerId, lastUpdatedMs }: LiveAsset): readonly Sighting[] {
  const { api } = useServices();
  const readsTrackers = useCan({ all: [{ area: "identifier_management", letter: "r" }] }) === true;
  // From the position's time, which is the server's: the browser's clock may be wrong.
  const endMs = lastUpdatedMs === null ? null : Math.floor(lastUpdatedMs / stepMs + 1) * stepMs;
  const { data = [] } = useQuery({
    queryKey: ["heardBy", trackerId, endMs],
    enabled: readsTrackers && trackerId !== null && endMs !== null,
    queryFn: async ({ signal }) => {
      const span = {
        startTimeUtc: new Date(endMs! - steps * stepMs).toISOString(),
        endTimeUtc: new Date(endMs!).toISOString(),
      };
      return strongestSightings(
        await api.call(listTrackerSightings, { params: { id: trackerId! }, query: span, signal }),
      );
    },
    // Another tracker's sightings are not shown in the meantime.
    placeholderData: (before, query) => (query?.queryKey[1] === trackerId ? before : undefined),
    gcTime: stepMs,
  });
  return data;
}

/** Each gateway's newest sighting, the strongest first. */
export function strongestSightings(sightings: readonly Sighting[]): Sighting[] {
  const newest = new Map(sightings.map((sighting) => [sighting.hardwareId, sighting]));
  return [...newest.values()].toSorted((a, b) => b.rssi - a.rssi);
}
