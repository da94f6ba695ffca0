import type { FloorPlan } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { lengthText } from "./lengthText.ts";
import classes from "./RoutePanel.module.css";
import type { Leg, Route, RouteEnd } from "./planRoute.ts";
import { type WalkStep, walkSteps } from "./walkSteps.ts";

interface Props {
  route: Route;
  to: RouteEnd;
  /** The room, or the thing itself. */
  target: string;
  /** The thing itself, to which the last steps lead: its dot may lie beside the room, and so may who asks already be in it. */
  thing: string;
  plans: readonly FloorPlan[];
  onFloor(id: string): void;
}

/** A route in words: floor by floor, and on each from room to room; a press on a floor shows it. */
export function RouteSteps({ route, to, target, thing, plans, onFloor }: Props) {
  const { t } = useTranslation();
  const floorName = (id: string | null): string => plans.find((plan) => plan.id === id)?.name ?? t("way.outside");
  return (
    <>
      <p className={classes["sum"]} role="status">
        {t("way.sum", { floor: floorName(to.floorId), place: target, distance: lengthText(route.lengthM) })}
      </p>
      <ol className={classes["steps"]} aria-label={t("way.title")}>
        {route.legs.map((leg) => {
          const { floorId, lengthM, direction, up } = leg;
          const lift = up === null ? null : (up.lift ?? t("way.anyLift"));
          return (
            <li key={floorId}>
              <button type="button" disabled={floorId === null} onClick={() => floorId !== null && onFloor(floorId)}>
                {t("way.step", {
                  floor: floorName(floorId),
                  distance: lengthText(lengthM),
                  direction: t(`way.directions.${direction}`),
                  place: lift ?? thing,
                })}
              </button>
              {route.isStraight ? null : <LegSteps leg={leg} plans={plans} target={lift ?? thing} />}
              {up === null ? null : <p>{t("way.up", { lift, floor: floorName(up.floorId) })}</p>}
            </li>
          );
        })}
      </ol>
      {route.isStraight ? <p className={classes["lead"]}>{t("way.straight")}</p> : null}
    </>
  );
}

/** The steps on one floor, if there are several. */
function LegSteps({ leg, plans, target }: { leg: Leg; plans: readonly FloorPlan[]; target: string }) {
  const { t } = useTranslation();
  const floor = plans.find(({ id }) => id === leg.floorId);
  const steps = floor === undefined ? [] : walkSteps(leg.points, floor);
  if (steps.length < 2) return null;
  const textOf = (step: WalkStep, isLast: boolean): string => {
    const { into, outOf, isThroughDoor } = step;
    const place = isLast ? target : (into ?? outOf);
    const words = {
      distance: lengthText(step.lengthM),
      direction: t(`way.directions.${step.direction}`),
      place,
    };
    if (place === null) return t("way.walk", words);
    if (outOf !== null) return t(isThroughDoor ? "way.walkDoorOut" : "way.walkOut", words);
    return t(isThroughDoor ? "way.walkDoor" : "way.walkTo", words);
  };
  return (
    <ol className={classes["walk"]}>
      {steps.map((step, nth) => (
        // A step has no name of its own, and all are new with each way.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={nth}>{textOf(step, nth === steps.length - 1)}</li>
      ))}
    </ol>
  );
}
