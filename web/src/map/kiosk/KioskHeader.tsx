import { type ReactNode, useSyncExternalStore } from "react";
import { clockTime, dateTime } from "../../time/ages.ts";
import { everySecond } from "../../time/everySecond.ts";
import type { KioskSlide } from "./kioskCycle.ts";
import classes from "./Kiosk.module.css";

interface Props {
  slide: KioskSlide;
  /** The time by the server's clock, ms. */
  nowMs(): number;
  children: ReactNode;
}

/** The site, the floor and the time, legible across a hall. */
export function KioskHeader({ slide: { site, plan, plans }, nowMs: now, children }: Props) {
  const nowMs = useSyncExternalStore(everySecond, () => Math.floor(now() / 1000) * 1000);
  const isOneBuilding = plans.every(({ buildingId }) => buildingId === plan.buildingId);
  return (
    <header className={classes["head"]} data-over-map>
      <div>
        <h1>{site.name}</h1>
        <p>{isOneBuilding ? plan.name : `${plan.buildingName} · ${plan.name}`}</p>
      </div>
      {children}
      <time>
        <b>{clockTime(nowMs)}</b>
        {dateTime(nowMs).slice(0, 10)}
      </time>
    </header>
  );
}
