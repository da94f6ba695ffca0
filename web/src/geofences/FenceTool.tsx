import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { FloorPlan } from "@pulse/contract/sites";
import { cornersOf, partsOf } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type Point } from "@pulse/geo/localFrame";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { shapeAt } from "../drawing/hit.ts";
import { type Shape, shapesOf } from "../drawing/sketch.ts";
import { SketchView } from "../drawing/SketchView.tsx";
import { snap, type Snapped } from "../drawing/snap.ts";
import { UndoButtons } from "../drawing/UndoButtons.tsx";
import { useDrawingMap } from "../drawing/useDrawingMap.ts";
import { useField, useFormContext } from "../form/FormContext.ts";
import { PlanMap } from "../placing/PlanMap.tsx";
import { areaText } from "./areaText.ts";
import { CornersField } from "./CornersField.tsx";
import { drawn, type Sheet } from "./fenceSketch.ts";
import classes from "./Geofences.module.css";
import { groundFault } from "./geofenceValues.ts";
import { useFenceSketch } from "./useFenceSketch.ts";
import { planOnMap } from "../placing/imagesOnMap.ts";

const tools = ["select", "fence", "circle", "hole", "room"] as const;
type Tool = (typeof tools)[number];

interface Props {
  /** Null: the site has no floors. */
  floor: FloorPlan | null;
  sheet: Sheet;
  start: LatLon;
  /** Where to draw. */
  children: ReactNode;
}

/** The map for drawing a fence: its parts, their holes or a circle, snapping to walls and rooms of the floor. */
export function FenceTool({ floor, sheet, start, children }: Props) {
  const { t } = useTranslation();
  const { form, isReadOnly } = useFormContext();
  const label = t("geofences.area");
  const field = useField("shape", { label, show: (value) => areaText(value as never) || t("form.none") });
  useField("type", { label: t("geofences.type"), show: (value) => t(`geofences.types.${String(value)}`) });
  const { state, act, ground } = useFenceSketch(sheet, () => {
    // Drawing on a floor chooses that floor, unless the person chooses others.
    if (form.isNew && floor !== null && (form.value("floorIds") as string[]).length === 0)
      form.set("floorIds", [floor.id]);
  });
  const around = useMemo(() => (floor === null ? [] : shapesOf(floor, sheet)), [floor, sheet]);
  const rooms = around.filter(({ kind }) => kind === "room" || kind === "lift");
  // Where rooms are drawn, most geofences are one of them: a click on it is all.
  const [tool, setTool] = useState<Tool>(form.isNew ? (rooms.length > 0 ? "room" : "fence") : "select");
  const plans = useMemo(() => planOnMap(floor, 0.75), [floor]);

  const draws = tool === "fence" || tool === "circle" || tool === "hole";
  const { frame, pointer, withinM, ready, look } = useDrawingMap({
    state,
    draws: draws && !isReadOnly,
    isReadOnly,
    onAction: act,
    onBegin: (map) => {
      const places = placesOf(ground);
      if (places.length > 0) map.fit(places);
    },
  });
  const snapTo = (point: Point, before: readonly Point[], key: string | null): Snapped => {
    const others = state.shapes.filter((shape) => shape.key !== key && shape.kind !== "circle");
    return snap(point, { shapes: [...others, ...around], before, withinM: withinM() });
  };
  const nextAt = (at: LatLon): Snapped => snapTo(sheet.toImage(at), state.open?.points ?? [], null);
  const addRoom = (room: Shape | null | undefined): void => {
    if (room === null || room === undefined) return;
    const key = `room-${room.key}-${state.past.length}`;
    const others = state.shapes.filter(({ kind }) => kind !== "circle");
    act({ kind: "put", shapes: [...others, drawn(key, "fence", room.points)], selected: key });
    if (form.value("name") === "") form.set("name", room.name);
    // The outline of one room alone follows the room.
    if (others.length === 0 && room.kind === "room" && room.id !== null && floor !== null) {
      form.set("floorIds", [floor.id]);
      form.set("roomId", room.id);
    }
    setTool("select");
  };
  const click = (at: LatLon): void => {
    if (isReadOnly) return;
    const point = sheet.toImage(at);
    if (tool === "room") addRoom(shapeAt(point, rooms, 0));
    else if (tool === "select") act({ kind: "select", key: shapeAt(point, state.shapes, withinM())?.key ?? null });
    else act({ kind: "point", of: tool, at: nextAt(at).point });
  };
  const choose = (next: Tool): void => {
    act({ kind: "cancel" });
    setTool(next);
    // Nothing is drawn yet: the number fields switch to the kind that will be drawn.
    if (state.shapes.length === 0 && (next === "circle" || next === "fence"))
      form.set("type", next === "circle" ? "circle" : "polygon");
  };

  const fault = state.open === null ? groundFault(ground) : null;
  const wrong = fault === null ? field.error : t(`geofences.fault.${fault.kind}`);
  return (
    <div ref={frame} className={classes["tool"]} role="group" aria-label={label}>
      <div className={classes["bar"]}>
        {children}
        {isReadOnly ? null : (
          <>
            <SegmentedControl
              value={tool}
              size="xs"
              aria-label={t("geofences.tools.what")}
              data={tools
                .filter((each) => each !== "room" || rooms.length > 0)
                .map((value) => ({ value, label: t(`geofences.tools.${value}`) }))}
              onChange={choose}
            />
            <UndoButtons state={state} onAction={act} />
            {state.selected === null ? null : (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconTrash size={15} stroke={1.75} aria-hidden="true" />}
                onClick={() => act({ kind: "remove", key: state.selected! })}
              >
                {t("drawing.remove")}
              </Button>
            )}
            {rooms.length === 0 ? null : (
              <Select
                className={classes["choice"]}
                size="xs"
                aria-label={t("geofences.fromRoom")}
                placeholder={t("geofences.fromRoom")}
                data={rooms.map(({ key, name }) => ({ value: key, label: name }))}
                value={null}
                onChange={(key) => addRoom(rooms.find((room) => room.key === key))}
                searchable
              />
            )}
          </>
        )}
      </div>
      <div className={classes["drawing"]} data-first={form.isNew || undefined} data-wrong={wrong !== null || undefined}>
        <PlanMap label={t("geofences.map")} plans={plans} start={start} onClick={click} onReady={ready}>
          {(view) => {
            look(view);
            return (
              <SketchView
                state={state}
                plan={sheet}
                view={view}
                ground={around}
                next={pointer === null || !draws ? null : nextAt(pointer)}
                snapped={(point, key) => snapTo(point, [], key).point}
                onAction={act}
              />
            );
          }}
        </PlanMap>
      </div>
      {isReadOnly ? null : (
        <p className={classes["hint"]} role="status">
          {t(
            state.open === null ? `geofences.tools.hint.${tool}` : `geofences.tools.hint.${openHint(state.open.kind)}`,
          )}
        </p>
      )}
      {wrong === null ? null : (
        <p className={classes["wrong"]} role="alert">
          {wrong}
        </p>
      )}
      {ground.type === "circle" ? null : (
        <CornersField state={state} sheet={sheet} isReadOnly={isReadOnly} onAction={act} />
      )}
    </div>
  );
}

const openHint = (kind: string): string => (kind === "circle" ? "rim" : "open");

/** The places that a view of a fence has to show. */
function placesOf({ shape, lat, lon, radius }: ReturnType<typeof useFenceSketch>["ground"]): LatLon[] {
  if (typeof lat === "number" && typeof lon === "number") {
    const { toLatLon } = localFrame({ lat, lon });
    const reachM = typeof radius === "number" ? radius : 0;
    return [toLatLon({ x: -reachM, y: -reachM }), toLatLon({ x: reachM, y: reachM })];
  }
  if (shape === null) return [];
  return partsOf(shape).flatMap(([outer = []]) =>
    cornersOf(outer).map(([itsLon, itsLat]) => ({ lat: itsLat, lon: itsLon })),
  );
}
