import { useTranslation } from "react-i18next";
import { lengthText } from "./lengthText.ts";
import classes from "./RoutePanel.module.css";
import type { Route, RouteEnd } from "./planRoute.ts";

interface Props {
  route: Route;
  to: RouteEnd;
  /** The room, or the thing itself. */
  target: string;
  floorName(id: string | null): string;
  onFloor(id: string): void;
}

/** A route in words, floor by floor; a press shows the floor. */
export function RouteSteps({ route, to, target, floorName, onFloor }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes["sum"]} role="status">
        {t("way.sum", { floor: floorName(to.floorId), place: target, distance: lengthText(route.lengthM) })}
      </p>
      <ol className={classes["steps"]} aria-label={t("way.title")}>
        {route.legs.map(({ floorId, lengthM, direction, up }) => {
          const lift = up === null ? null : (up.lift ?? t("way.anyLift"));
          return (
            <li key={floorId}>
              <button type="button" disabled={floorId === null} onClick={() => floorId !== null && onFloor(floorId)}>
                {t("way.step", {
                  floor: floorName(floorId),
                  distance: lengthText(lengthM),
                  direction: t(`way.directions.${direction}`),
                  place: lift ?? target,
                })}
              </button>
              {up === null ? null : <p>{t("way.up", { lift, floor: floorName(up.floorId) })}</p>}
            </li>
          );
        })}
      </ol>
      {route.isStraight ? <p className={classes["lead"]}>{t("way.straight")}</p> : null}
    </>
  );
}
