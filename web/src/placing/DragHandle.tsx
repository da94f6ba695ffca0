import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import type { Px } from "./planMapEngine.ts";

interface Props {
  at: Px;
  label: string;
  className: string | undefined;
  /** The handle's new place by the pointer. */
  onDrag(to: Px): void;
  onDrop(): void;
  /** It was pressed and let go where it is. */
  onPress?(): void;
  /** Handles a key pressed on it; returns true if the key did something. */
  onKey?(event: KeyboardEvent): boolean;
  children?: ReactNode;
}

/** A pointer that moves less than this only presses, px: a hand shakes, and a finger more than a mouse. */
const shakePx = 3;
/** A press on a handle younger than this, ms, may be the second of the double-click that made it appear. */
const doubleClickMs = 500;

/** A handle above the map that follows the pointer, by mouse, pen and finger. */
export function DragHandle({ at, label, className, onDrag, onDrop, onPress, onKey, children }: Props) {
  const grip = useRef<{ by: Px; from: Px; isDragged: boolean } | null>(null);
  const shownMs = useRef(0);
  useEffect(() => {
    shownMs.current = performance.now();
  }, []);
  const down = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = { x: event.clientX, y: event.clientY };
    grip.current = { by: { x: at.x - from.x, y: at.y - from.y }, from, isDragged: false };
  };
  const move = ({ clientX: x, clientY: y }: PointerEvent): void => {
    const drag = grip.current;
    if (drag === null) return;
    drag.isDragged ||= Math.hypot(x - drag.from.x, y - drag.from.y) >= shakePx;
    if (drag.isDragged) onDrag({ x: x + drag.by.x, y: y + drag.by.y });
  };
  const drop = (isCancelled: boolean): void => {
    const drag = grip.current;
    if (drag === null) return;
    grip.current = null;
    if (drag.isDragged) onDrop();
    else if (!isCancelled && performance.now() - shownMs.current > doubleClickMs) onPress?.();
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => drop(false)}
      onPointerCancel={() => drop(true)}
      onKeyDown={(event) => {
        if (onKey?.(event) !== true) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {children}
    </button>
  );
}
