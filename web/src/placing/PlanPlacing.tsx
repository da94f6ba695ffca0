import { ActionIcon, SegmentedControl, Slider, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { Underlay } from "@pulse/contract/underlay";
import { type Corners, type Placement, placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { type ImageSize, imageToWorld, worldToImage } from "@pulse/geo/planMatch";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { grabPlan, isOnPlan } from "./grabPlan.ts";
import type { PlanImage } from "./onPlanMap.ts";
import { underlayOnMap } from "./imagesOnMap.ts";
import { keyAction } from "./placingKeys.ts";
import { PlacingNumbers } from "./PlacingNumbers.tsx";
import { PlacingDistance, PlacingMatches } from "./PlacingPoints.tsx";
import { type PlacingState, waitingPoint } from "./placingState.ts";
import { PlanAim } from "./PlanAim.tsx";
import { PlanFrame } from "./PlanFrame.tsx";
import { PlanMap } from "./PlanMap.tsx";
import type { PlanMapHandle, PlanMapView } from "./planMapEngine.ts";
import { PlanPins } from "./PlanPins.tsx";
import classes from "./PlanPlacing.module.css";
import { usePlacing } from "./usePlacing.ts";

/** Where a floor's image is, as in the contract. */
export type PlanPlacement = Placement;

export interface PlanPlacingProps {
  /** A path of our own origin, or the `blob:` address of a chosen file. */
  image: ImageSize & { url: string };
  /** Null: not placed yet; it starts around `start`, which is reported to `onChange` at once. */
  placement: PlanPlacement | null;
  /** Called with each step of a drag, each number and each key. */
  onChange(placement: PlanPlacement): void;
  /** Where the site is. */
  start: LatLon;
  /** Other floors underneath, faintly unless `opacity` says otherwise. */
  neighbours?: readonly { name: string; url: string; corners: Corners; opacity?: number }[];
  /** The picture under the site's floors, shown as on its map. */
  underlay?: Underlay;
}

const modes = ["drag", "match", "distance"] as const;
type Mode = (typeof modes)[number];
const neighbourOpacity = 0.3;

/** Places a plan on the world: by hand, by matched points, by a known distance, or by numbers. Another image starts again. */
export function PlanPlacing(props: PlanPlacingProps) {
  return <Placing key={props.image.url} {...props} />;
}

function Placing({ image, placement, onChange, start, neighbours, underlay }: PlanPlacingProps) {
  const { t } = useTranslation();
  const [state, act] = usePlacing({ image, placement, onChange, start });
  const [mode, setMode] = useState<Mode>("drag");
  const [opacity, setOpacity] = useState(70);
  const lastView = useRef<PlanMapView>(null);
  const now = state.placement;
  const corners = useMemo(() => placePlan(now).corners, [now]);
  const plans = useMemo<PlanImage[]>(
    () => [
      ...underlayOnMap(underlay),
      ...(neighbours ?? []).map((each) => ({ opacity: neighbourOpacity, ...each, id: each.url })),
      { id: "placed", url: image.url, corners, opacity: opacity / 100 },
    ],
    [underlay, neighbours, image.url, corners, opacity],
  );

  const [handle, setHandle] = useState<PlanMapHandle | null>(null);
  const grabbed = useEffectEvent(() => (mode === "drag" ? now : null));
  useEffect(() => {
    if (handle === null) return undefined;
    // The arrows move the plan.
    handle.map.keyboard.disable();
    return grabPlan(handle.map, {
      placement: () => grabbed(),
      onDrag: (next) => act({ kind: "drag", placement: next }),
      onDrop: () => act({ kind: "drop" }),
    });
  }, [handle, act]);
  const ready = (created: PlanMapHandle): (() => void) => {
    setHandle(created);
    return () => setHandle(null);
  };
  const click = (at: LatLon): void => {
    const nth = waitingPoint(state);
    if (mode === "match" && nth >= 0) act({ kind: "match", nth, at });
    else if (isOnPlan(now, at) && (mode === "match" || (mode === "distance" && state.points.length < 2)))
      act({ kind: "addPoint", image: worldToImage(at, now, image) });
  };
  const tool = useRef<HTMLDivElement>(null);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement || (target instanceof HTMLElement && target.role === "slider");
    if (isTyping || lastView.current === null) return;
    const action = keyAction(event, now, lastView.current);
    if (action === null) return;
    event.preventDefault();
    act(action);
  });
  useEffect(() => {
    const element = tool.current;
    const listen = (event: KeyboardEvent): void => pressed(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, []);
  const says = hintOf(mode, state);
  const from = aimedFrom(mode, state);

  return (
    <div ref={tool} className={classes["tool"]} role="group" aria-label={t("placing.tool")}>
      <div className={classes["map"]}>
        <PlanMap label={t("placing.map")} plans={plans} start={start} onClick={click} onReady={ready}>
          {(view) => {
            lastView.current = view;
            return mode === "drag" ? (
              <PlanFrame
                placement={now}
                view={view}
                onDrag={(next) => act({ kind: "drag", placement: next })}
                onDrop={() => act({ kind: "drop" })}
              />
            ) : (
              <>
                <PlanPins points={state.points} placement={now} image={image} view={view} />
                {handle === null || from === undefined ? null : <PlanAim map={handle.map} view={view} from={from} />}
              </>
            );
          }}
        </PlanMap>
        <p className={classes["hint"]} role="status">
          {t(`placing.hint.${says.text}`, { point: says.point })}
        </p>
      </div>
      <div className={classes["panel"]}>
        <div className={classes["row"]}>
          <SegmentedControl
            fullWidth
            value={mode}
            onChange={(next) => setMode(next)}
            data={modes.map((value) => ({ value, label: t(`placing.mode.${value}`) }))}
            aria-label={t("placing.how")}
          />
          <Tooltip label={`${t("placing.undo")} (Ctrl+Z)`}>
            <ActionIcon
              variant="default"
              size={34}
              aria-label={t("placing.undo")}
              disabled={state.past.length === 0}
              onClick={() => act({ kind: "undo" })}
            >
              <IconArrowBackUp size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={`${t("placing.redo")} (Ctrl+Y)`}>
            <ActionIcon
              variant="default"
              size={34}
              aria-label={t("placing.redo")}
              disabled={state.future.length === 0}
              onClick={() => act({ kind: "redo" })}
            >
              <IconArrowForwardUp size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </div>
        {mode === "match" && <PlacingMatches state={state} onAction={act} />}
        {mode === "distance" && <PlacingDistance state={state} onAction={act} />}
        <div>
          <span className={classes["label"]}>
            {t("placing.opacity")} <span>{t("unit.percent", { value: opacity })}</span>
          </span>
          <Slider
            value={opacity}
            onChange={setOpacity}
            min={10}
            max={100}
            label={null}
            thumbLabel={t("placing.opacity")}
          />
        </div>
        <PlacingNumbers placement={now} image={image} onPlaced={(next) => act({ kind: "place", placement: next })} />
      </div>
    </div>
  );
}

/** Where the next click is measured from; null: from nowhere; undefined: no click is expected. */
function aimedFrom(mode: Mode, state: PlacingState): LatLon | null | undefined {
  const { points, placement, image } = state;
  if (mode === "distance" && points.length > 1) return undefined;
  const nth = mode === "match" ? waitingPoint(state) : 0;
  const point = points[nth];
  return point === undefined ? null : imageToWorld(point.image, placement, image);
}

/** The hint about what to do next. */
function hintOf(mode: Mode, state: PlacingState): { text: string; point: string } {
  const nth = waitingPoint(state);
  const point = String.fromCodePoint(65 + Math.max(0, nth));
  if (mode === "match") return { text: nth >= 0 ? "place" : state.points.length === 0 ? "choose" : "more", point };
  if (mode === "distance") return { text: state.points.length < 2 ? "ends" : "length", point };
  return { text: "drag", point };
}
