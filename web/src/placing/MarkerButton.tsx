import type { LatLon } from "@pulse/geo/latLon";
import { IconMapPin } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { assetIcon } from "../ui/assetIcons.ts";
import type { MapMarker } from "./onPlanMap.ts";
import classes from "./PlanMap.module.css";
import type { PlanMapView, Px } from "./planMapEngine.ts";

/** How far an arrow key moves a marker, px; ten times as far with Shift. */
const keyPx = 1;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** A pointer that moves less than this is a click. */
const clickPx = 4;

interface Props {
  marker: MapMarker;
  view: PlanMapView;
  onClick(): void;
  onMoved(to: LatLon): void;
}

/** A thing on the map: a button that may be draggable. */
export function MarkerButton({ marker, view, onClick, onMoved }: Props) {
  const [dragged, setDragged] = useState<Px | null>(null);
  const grip = useRef<{ from: Px; at: Px } | null>(null);
  const wasDragged = useRef(false);
  const at = view.project(marker);
  const position = dragged ?? at;

  const down = (event: PointerEvent<HTMLButtonElement>): void => {
    wasDragged.current = false;
    if (!marker.isDraggable || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { from: { x: event.clientX, y: event.clientY }, at };
  };
  const place = (event: PointerEvent): Px | null => {
    if (grip.current === null) return null;
    const [dx, dy] = [event.clientX - grip.current.from.x, event.clientY - grip.current.from.y];
    if (!wasDragged.current && Math.hypot(dx, dy) < clickPx) return null;
    wasDragged.current = true;
    return { x: grip.current.at.x + dx, y: grip.current.at.y + dy };
  };
  const up = (event: PointerEvent): void => {
    const to = place(event);
    grip.current = null;
    setDragged(null);
    if (to !== null) onMoved(view.unproject(to));
  };
  const press = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    if (arrow === undefined || !marker.isDraggable) return;
    event.preventDefault();
    const px = event.shiftKey ? 10 * keyPx : keyPx;
    onMoved(view.unproject({ x: at.x + arrow[0] * px, y: at.y + arrow[1] * px }));
  };
  return (
    <button
      type="button"
      className={classes["marker"]}
      data-kind={marker.kind}
      data-selected={marker.isSelected || undefined}
      data-draggable={marker.isDraggable || undefined}
      aria-label={marker.label}
      aria-pressed={marker.isSelected ?? false}
      title={marker.label}
      style={{ transform: `translate(${position.x}px, ${position.y}px)` }}
      onPointerDown={down}
      onPointerMove={(event) => setDragged(place(event))}
      onPointerUp={up}
      onPointerCancel={() => {
        grip.current = null;
        setDragged(null);
      }}
      onClick={() => {
        if (!wasDragged.current) onClick();
      }}
      onKeyDown={press}
    >
      <span className={classes["mark"]} data-kind={marker.kind} data-status={marker.status}>
        <Mark marker={marker} />
      </span>
      {marker.isSelected === true && marker.kind !== "pin" ? (
        <span className={classes["tag"]} aria-hidden="true">
          {marker.label}
        </span>
      ) : null}
    </button>
  );
}

/** What is drawn in a marker, as on the site's map: things that move are round, things that are mounted are square. */
function Mark({ marker: { kind, assetType = "", status } }: { marker: MapMarker }) {
  if (kind === "pin") return <IconMapPin size={16} stroke={1.9} aria-hidden="true" />;
  if (kind === "gateway") return status === "offline" ? <b aria-hidden="true">×</b> : <i aria-hidden="true" />;
  const Icon = assetIcon(assetType).Component;
  return <Icon size={15} stroke={2} aria-hidden="true" />;
}
