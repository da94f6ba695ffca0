import { Button, SegmentedControl } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import type { FloorPlan } from "@pulse/contract/sites";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import type { Point } from "@pulse/geo/localFrame";
import { type Dispatch, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { PlanMap } from "../placing/PlanMap.tsx";
import classes from "./Drawing.module.css";
import type { DrawingAction, DrawingState } from "./drawingState.ts";
import { shapeAt } from "./hit.ts";
import { RoomsFile } from "./RoomsFile.tsx";
import { ShapePanel } from "./ShapePanel.tsx";
import { shapeKinds } from "./sketch.ts";
import { SketchView } from "./SketchView.tsx";
import { snap, type Snapped } from "./snap.ts";
import { SuggestionPanel } from "./SuggestionPanel.tsx";
import { UndoButtons } from "./UndoButtons.tsx";
import { useDrawingMap } from "./useDrawingMap.ts";
import { useSuggestions } from "./useSuggestions.ts";
import { planOnMap } from "../placing/imagesOnMap.ts";

type Tool = "select" | (typeof shapeKinds)[number];
const tools: readonly Tool[] = ["select", ...shapeKinds];

interface Props {
  siteId: string;
  floor: FloorPlan;
  plan: PlacedPlan;
  state: DrawingState;
  onAction: Dispatch<DrawingAction>;
}

/** The map of a floor for drawing its outline, walls, doors, lifts and rooms. */
export function DrawingTool({ siteId, floor, plan, state, onAction }: Props) {
  const { t } = useTranslation();
  const [tool, setTool] = useState<Tool>("select");
  const images = useMemo(() => planOnMap(floor, 0.75), [floor]);

  const suggestions = useSuggestions({ floor, plan, state }, onAction);
  const rooms = state.shapes.filter(({ kind }) => kind === "room").length;
  const isSuggesting = suggestions.lines.length + suggestions.rooms.length > 0;
  const { frame, pointer, withinM, ready, look } = useDrawingMap({
    state,
    draws: tool !== "select" && !isSuggesting,
    isReadOnly: false,
    onAction,
  });
  const snapTo = (point: Point, before: readonly Point[], key: string | null): Snapped =>
    snap(point, { shapes: state.shapes.filter((shape) => shape.key !== key), before, withinM: withinM() });
  const nextAt = (at: LatLon): Snapped => snapTo(plan.toImage(at), state.open?.points ?? [], null);
  const click = (at: LatLon): void => {
    if (isSuggesting) suggestions.toggleAt(plan.toImage(at), withinM());
    else if (tool === "select")
      onAction({ kind: "select", key: shapeAt(plan.toImage(at), state.shapes, withinM())?.key ?? null });
    else onAction({ kind: "point", of: tool, at: nextAt(at).point });
  };

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
        <UndoButtons state={state} onAction={onAction} />
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
        <RoomsFile
          plan={plan}
          isDisabled={isSuggesting || state.open !== null}
          nameOf={(nth) => t("drawing.suggest.roomName", { nth: nth + rooms })}
          onAction={onAction}
        />
      </div>
      <div className={classes["map"]}>
        <PlanMap label={t("drawing.map")} plans={images} start={floor.northWest} onClick={click} onReady={ready}>
          {(view) => {
            look(view);
            return (
              <SketchView
                state={state}
                plan={plan}
                view={view}
                suggestions={suggestions}
                next={pointer === null || tool === "select" ? null : nextAt(pointer)}
                snapped={(point, key) => snapTo(point, [], key).point}
                {...(tool === "select" || isSuggesting
                  ? {}
                  : { onPoint: (at: Point) => onAction({ kind: "point", of: tool, at }) })}
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
          <ShapePanel siteId={siteId} state={state} onAction={onAction} />
        )}
      </div>
    </div>
  );
}
