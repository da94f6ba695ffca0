import { Button, NativeSelect } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { inputClasses } from "../../form/inputClasses.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import { floorAt, ownPlace, pointOf, pointStart, somePoint } from "./routeStart.ts";
import classes from "./RoutePanel.module.css";

interface Props {
  page: Pick<MapData, "plans" | "live"> & Pick<DrawnMap, "state" | "setPlacePicker">;
  /** As in the address; empty: nothing is chosen. */
  start: string;
  onStart(start: string): void;
}

const byName = (a: { name: string }, b: { name: string }): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true });

/** Where a route begins: where this device is, at a point of the map, in a room, or at a gateway. */
export function RouteStart({ page, start, onStart }: Props) {
  const { t } = useTranslation();
  const { plans, setPlacePicker } = page;
  const { shownFloorIds } = page.state;
  const isPicking = start === somePoint;
  useEffect(() => {
    if (!isPicking) return undefined;
    setPlacePicker({ picked: (at) => onStart(pointStart({ ...at, floorId: floorAt(at, plans, shownFloorIds) })) });
    return () => setPlacePicker(null);
  }, [isPicking, setPlacePicker, onStart, plans, shownFloorIds]);
  const isPoint = pointOf(start) !== null;
  const floorName = (id: string | null): string => plans.find((plan) => plan.id === id)?.name ?? t("way.outside");
  const gateways = page.live.gateways.toSorted(byName);
  return (
    <>
      <NativeSelect
        label={t("way.from")}
        classNames={inputClasses}
        value={isPoint ? somePoint : start}
        onChange={({ currentTarget }) => onStart(currentTarget.value)}
        data={[
          ...(start === "" ? [{ value: "", label: t("way.choose") }] : []),
          { value: ownPlace, label: t("way.mine") },
          { value: somePoint, label: t("way.point") },
          ...plans
            .filter(({ rooms }) => rooms.length > 0)
            .map(({ name, rooms }) => ({
              group: t("way.roomsOf", { floor: name }),
              items: rooms.toSorted(byName).map((room) => ({ value: room.id, label: room.name })),
            })),
          ...(gateways.length === 0
            ? []
            : [
                {
                  group: t("way.gateways"),
                  items: gateways.map(({ id, name, floorId }) => ({
                    value: id,
                    label: `${name} · ${floorName(floorId)}`,
                  })),
                },
              ]),
        ]}
      />
      {isPicking ? (
        <p role="status" className={classes["lead"]}>
          {t("way.tapPoint")}
        </p>
      ) : null}
      {isPoint ? (
        <Button variant="default" size="xs" className={classes["again"]} onClick={() => onStart(somePoint)}>
          {t("way.otherPoint")}
        </Button>
      ) : null}
    </>
  );
}
