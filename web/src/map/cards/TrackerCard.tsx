import type { Tracker } from "@pulse/contract/trackers";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { metresText } from "../../text/translate.ts";
import { Fact } from "./Fact.tsx";
import classes from "./GatewayCard.module.css";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import { useAgeTicker } from "../list/useAgeTicker.ts";

interface Props {
  tracker: Tracker;
  page: MapData & DrawnMap;
  /** `floating`: over the desk's map; `filling`: in a sheet or a panel. */
  form: "floating" | "filling";
  onClose(): void;
}

/** The card of a tracker without an asset, with a link to give it one. */
export function TrackerCard({ tracker, page, form, onClose }: Props) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useAgeTicker(card, page.state.positions);
  const { guid, batteryLevel, accuracy } = tracker;
  return (
    <section
      ref={card}
      className={classes["card"]}
      data-form={form}
      data-over-map={form === "floating" || undefined}
      aria-label={tracker.name}
    >
      <div className={classes["head"]} data-peek>
        <div>
          <h2>{tracker.name}</h2>
          <p>{tracker.location ?? t("onMap.tracker")}</p>
        </div>
        <button type="button" aria-label={t("card.close")} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <dl className={classes["facts"]}>
        <Fact name={t("card.lastSeen")}>
          <time data-guid={guid} data-form="ago" />
        </Fact>
        <Fact name={t("card.within")}>{accuracy === null ? t("card.none") : metresText(accuracy)}</Fact>
        <Fact name={t("card.battery")}>
          {batteryLevel === null ? t("card.none") : t("unit.percent", { value: batteryLevel })}
        </Fact>
        <Fact name={t("onMap.mac")}>{tracker.mac}</Fact>
        <Button h={30} variant="default" component={Link} to={`/sites/${page.site.id}/devices/trackers/${tracker.id}`}>
          {t("onMap.openTracker")}
        </Button>
      </dl>
    </section>
  );
}
