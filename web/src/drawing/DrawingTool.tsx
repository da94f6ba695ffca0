import { Button, SegmentedControl } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconWand } from "@tabler/icons-react";
import type { FloorPlan } from "@pulse/contract/sites";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import type { Point } from "@pulse/geo/localFrame";
import { type Dispatch, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PlanMap } from "../placing/PlanMap.tsx";
import type { PlanMapHandle, PlanMapView } from "../placing/planMapEngine.ts";
import classes from "./Drawing.module.css";
import { drawingKey } from "./drawingKeys.ts";
import type { DrawingAction, DrawingState } from "./drawingState.ts";
import { shapeAt } from "./hit.ts";
import { ShapePanel } from "./ShapePanel.tsx";
import { shapeKinds } from "./sketch.ts";
import { SketchView } from "./SketchView.tsx";
import { StepButton } from "./StepButton.tsx";
import { snap, type Snapped } from "./snap.ts";
import { SuggestionPanel } from "./SuggestionPanel.tsx";
import { useSuggestions } from "./useSuggestions.ts";

/** How near the pointer has to come, px. */
const nearPx = 10;
type Tool = "select" | (typeof shapeKinds)[number];
const tools: readonly Tool[] = ["select", ...shapeKinds];

interface Props {
  floor: FloorPlan;
  plan: PlacedPlan;
  state: DrawingState;
  onAction: Dispatch<DrawingAction>;
}

/** The map of a floor on which outline, walls, doors, lifts and rooms are drawn. */
export function DrawingTool({ floor, plan, state, onAction }: Props) {
  const { t } = useTranslation();
  const [tool, setTool] = useState<Tool>("select");
  const [pointer, setPointer] = useState<LatLon | null>(null);
  const [handle, setHandle] = useState<PlanMapHandle | null>(null);
  const seen = useRef<PlanMapView>(null);
  const frame = useRef<HTMLDivElement>(null);
  const images = useMemo(
    () =>
      floor.imageUrl === null ? [] : [{ id: floor.id, url: floor.imageUrl, corners: floor.corners, opacity: 0.75 }],
    [floor.id, floor.imageUrl, floor.corners],
  );

  const suggestions = useSuggestions({ floor, plan, state }, onAction);
  const isSuggesting = suggestions.lines.length > 0;
  const withinM = (): number => nearPx / (seen.current?.pxPerM ?? 1);
  const snapTo = (point: Point, before: readonly Point[], key: string | null): Snapped =>
    snap(point, { shapes: state.shapes.filter((shape) => shape.key !== key), before, withinM: withinM() });
  const nextAt = (at: LatLon): Snapped => snapTo(plan.toImage(at), state.open?.points ?? [], null);
  const click = (at: LatLon): void => {
    if (isSuggesting) suggestions.toggleAt(plan.toImage(at), withinM());
    else if (tool === "select")
      onAction({ kind: "select", key: shapeAt(plan.toImage(at), state.shapes, withinM())?.key ?? null });
    else onAction({ kind: "point", of: tool, at: nextAt(at).point });
  };

  const pointed = useEffectEvent((at: LatLon | null) => setPointer(tool === "select" || isSuggesting ? null : at));
  useEffect(() => {
    if (handle === null) return;
    const { map } = handle;
    // A double click ends a line.
    map.doubleClickZoom.disable();
    map.on("mousemove", ({ lngLat: { lat, lng } }) => pointed({ lat, lon: lng }));
    map.on("mouseout", () => pointed(null));
  }, [handle]);

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const action = drawingKey(event, state);
    if (action === null) return;
    event.preventDefault();
    onAction(action);
  });
  useEffect(() => {
    const element = frame.current;
    const listen = (event: KeyboardEvent): void => pressed(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, []);

  return (
    <div ref={frame} className={classes["tool"]} role="group" aria-label={t("drawing.tool")}>
      <div className={classes["bar"]}>
        <SegmentedControl
          value={tool}
          aria-label={t("drawing.what")}
          data={tools.map((value) => ({ value, label: t(`drawing.tools.${value}`) }))}
          onChange={(next) => {
            onAction({ kind: "cancel" });
            setTool(next);
          }}
        />
        <StepButton
          label={t("placing.undo")}
          isOff={state.past.length === 0}
          onClick={() => onAction({ kind: "undo" })}
        >
          <IconArrowBackUp size={18} stroke={1.75} />
        </StepButton>
        <StepButton
          label={t("placing.redo")}
          isOff={state.future.length === 0}
          onClick={() => onAction({ kind: "redo" })}
        >
          <IconArrowForwardUp size={18} stroke={1.75} />
        </StepButton>
        {floor.imageUrl === null ? null : (
          <Button
            variant="default"
            leftSection={<IconWand size={16} stroke={1.75} aria-hidden="true" />}
            loading={suggestions.isLooking}
            disabled={isSuggesting || state.open !== null}
            onClick={suggestions.look}
          >
            {t("drawing.suggest.look")}
          </Button>
        )}
      </div>
      <div className={classes["map"]}>
        <PlanMap
          label={t("drawing.map")}
          plans={images}
          start={floor.northWest}
          onClick={click}
          onReady={(made) => {
            setHandle(made);
            return () => setHandle(null);
          }}
        >
          {(view) => {
            seen.current = view;
            return (
              <SketchView
                state={state}
                plan={plan}
                view={view}
                suggestions={suggestions}
                next={pointer === null || tool === "select" ? null : nextAt(pointer)}
                snapped={(point, key) => snapTo(point, [], key).point}
                onAction={onAction}
              />
            );
          }}
        </PlanMap>
      </div>
      <p className={classes["hint"]} role="status">
        {t(`drawing.hint.${isSuggesting ? "suggested" : state.open === null ? tool : "open"}`)}
      </p>
      <div className={classes["panel"]}>
        {isSuggesting ? (
          <SuggestionPanel suggestions={suggestions} />
        ) : (
          <ShapePanel state={state} onAction={onAction} />
        )}
      </div>
    </div>
  );
}
