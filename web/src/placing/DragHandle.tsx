import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import type { Px } from "./planMapEngine.ts";

interface Props {
  at: Px;
  label: string;
  className: string | undefined;
  /** The handle's new place by the pointer. */
  onDrag(to: Px): void;
  onLetGo(): void;
  /** Handles a key pressed on it; returns true if the key did something. */
  onKey?(event: KeyboardEvent): boolean;
  children?: ReactNode;
}

/** A handle above the map that follows the pointer, by mouse, pen and finger. */
export function DragHandle({ at, label, className, onDrag, onLetGo, onKey, children }: Props) {
  const grip = useRef<Px | null>(null);
  const down = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: at.x - event.clientX, y: at.y - event.clientY };
  };
  const letGo = (): void => {
    if (grip.current === null) return;
    grip.current = null;
    onLetGo();
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
      onPointerDown={down}
      onPointerMove={({ clientX, clientY }) => {
        if (grip.current !== null) onDrag({ x: clientX + grip.current.x, y: clientY + grip.current.y });
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
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
