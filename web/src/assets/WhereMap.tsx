import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PlanMap } from "../placing/PlanMap.tsx";
import { useFloors } from "../sites/sites.api.ts";
import { useLivePlace } from "./livePlaces.ts";
import classes from "./Things.module.css";
import { type SeenThing, useThingStatus } from "./useThingStatus.ts";
import { planOnMap } from "../placing/imagesOnMap.ts";

interface Props {
  thing: SeenThing & {
    name: string;
    siteId: string;
    lastLocation: { lat: number; lon: number; floorId: string | null } | null;
  };
  /** The type whose icon it has. */
  type: string;
}

/** This much is shown around the place, m: the room that it is in. */
const aroundM = 6;

/** A small map of the surroundings of a thing on its floor's plan, with the thing as on the site's map. */
export function WhereMap({ thing, type }: Props) {
  const { t } = useTranslation();
  const live = useLivePlace(thing);
  const { data: floors } = useFloors(thing.siteId);
  // It has a place, so it was heard.
  const status = useThingStatus(thing, true);
  const at = live ?? thing.lastLocation;
  const floor = floors?.find(({ id }) => id === at?.floorId);
  const plans = useMemo(() => planOnMap(floor), [floor]);
  if (at === null || at === undefined || plans.length === 0) return null;
  const { lat, lon } = at;
  const marker = { id: thing.id, lat, lon, label: thing.name, kind: "asset", assetType: type } as const;
  return (
    <div className={classes["map"]}>
      <PlanMap
        label={t("things.mapOf", { name: thing.name })}
        plans={plans}
        start={{ lat, lon }}
        focus={{ at: { lat, lon }, aroundM }}
        markers={[{ ...marker, isSelected: true, ...(status === null ? {} : { status }) }]}
      />
    </div>
  );
}
