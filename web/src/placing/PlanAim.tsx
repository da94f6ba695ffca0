import { distanceM, type LatLon } from "@pulse/geo/latLon";
import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import { drawLens, lensAt, lensPx } from "./lens.ts";
import type { PlanMapView, Px } from "./planMapEngine.ts";
import classes from "./PlanPlacing.module.css";

interface Props {
  map: MapLibreMap;
  view: PlanMapView;
  /** Where the distance of the next click is measured from: the point whose place is missing, or the other end of a length. */
  from: LatLon | null;
}

/** Where a click would go: a cross at the pointer, the distance from its start, and a lens beside it. */
export function PlanAim({ map, view, from }: Props) {
  const { t } = useTranslation();
  const [at, setAt] = useState<Px | null>(null);
  const lens = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // A finger hides what is under it, and leaves no pointer position.
    if (!window.matchMedia("(hover: hover)").matches) return undefined;
    let pointer: Px | null = null;
    const move = ({ point }: MapMouseEvent): void => {
      pointer = { x: point.x, y: point.y };
      setAt(pointer);
      // The map can only be copied while a frame is drawn.
      map.triggerRepaint();
    };
    const leave = (): void => {
      pointer = null;
      setAt(null);
    };
    const frame = (): void => {
      if (pointer !== null && lens.current !== null) drawLens(lens.current, map.getCanvas(), pointer);
    };
    map.on("mousemove", move);
    map.on("mouseout", leave);
    map.on("render", frame);
    return () => {
      map.off("mousemove", move);
      map.off("mouseout", leave);
      map.off("render", frame);
    };
  }, [map]);
  if (at === null) return null;
  const start = from === null ? null : view.project(from);
  const glass = lensAt(at, view);
  return (
    <>
      <svg className={classes["lines"]} aria-hidden="true">
        {start === null ? null : <line className={classes["apart"]} x1={start.x} y1={start.y} x2={at.x} y2={at.y} />}
        <path className={classes["target"]} d={`M${at.x - 14} ${at.y}h28M${at.x} ${at.y - 14}v28`} />
      </svg>
      {from === null ? null : (
        <span className={classes["far"]} style={{ transform: `translate(${at.x}px, ${at.y}px)` }} aria-hidden="true">
          {t("unit.metres", { value: numberText(Number(distanceM(from, view.unproject(at)).toFixed(1))) })}
        </span>
      )}
      <span className={classes["lens"]} style={{ transform: `translate(${glass.x}px, ${glass.y}px)` }}>
        <canvas ref={lens} width={lensPx} height={lensPx} aria-hidden="true" />
      </span>
    </>
  );
}
