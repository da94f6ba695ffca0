import type { DrawingAction, DrawingState } from "./drawingState.ts";

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** What a key does to a drawing; null: nothing. */
export function drawingKey({ key, shiftKey, ctrlKey, metaKey }: Pressed, state: DrawingState): DrawingAction | null {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === "z") return { kind: shiftKey ? "redo" : "undo" };
    return key.toLowerCase() === "y" ? { kind: "redo" } : null;
  }
  if (state.open !== null) {
    if (key === "Enter") return { kind: "finish" };
    if (key === "Backspace") return { kind: "back" };
  } else if ((key === "Delete" || key === "Backspace") && state.selected !== null)
    return { kind: "remove", key: state.selected };
  return key === "Escape" ? { kind: "cancel" } : null;
}
