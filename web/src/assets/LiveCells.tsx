import { limits } from "@pulse/contract/limits";
import { useTranslation } from "react-i18next";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { withoutBuilding } from "../sites/onlyBuilding.ts";
import { Battery } from "../ui/Battery.tsx";
import { type LivePlace, type Thing, useKnownPlace, useLivePlace } from "./livePlaces.ts";

interface Known extends Thing {
  lastLocation: { lat: number; lon: number; location: string } | null;
  locationUpdated: string | null;
}

/** A thing's place in words, from the live connection or as stored. `onlyBuilding`: the building that is not named. */
export function PlaceNow({ thing, onlyBuilding = null }: { thing: Known; onlyBuilding?: string | null }) {
  const { t } = useTranslation();
  const live = useLivePlace(thing);
  const words = live === undefined ? thing.lastLocation?.location : wordsOf(live);
  return <>{words === undefined || words === "" ? t("table.noValue") : withoutBuilding(words, onlyBuilding)}</>;
}

/** As the server writes a stored place: its room comes last. */
function wordsOf({ sections, room }: Pick<LivePlace, "sections" | "room">): string {
  return [...sections, ...(room === null ? [] : [room])].map(({ name }) => name).join(" · ");
}

/** How long ago it was seen there. */
export function SeenNow({ thing }: { thing: Known }) {
  const live = useLivePlace(thing);
  return <SeenWhen at={live?.lastUpdated ?? thing.locationUpdated} format="ago" />;
}

/** The battery of a tracker, in the warning colour from 20 % down. */
export function BatteryNow({ id, percent }: { id: string; percent: number | null }) {
  const { t } = useTranslation();
  const live = useKnownPlace(id);
  const level = live?.batteryLevel ?? percent;
  if (level === null) return <>{t("table.noValue")}</>;
  return (
    <Battery
      percent={level}
      isLow={level <= limits.lowBatteryPercent}
      label={t("battery.label", { percent: level })}
      text={t("unit.percent", { value: level })}
    />
  );
}
