import { useEffect, useState } from "react";

const shownMs = 5_000;

/** Whether the exit is shown: for a while after the pointer moved or a key was pressed; Escape moves the focus to it. */
export function useExitVisibility(): { isShown: boolean; isByKey: boolean } {
  const [shown, setShown] = useState<"no" | "pointer" | "key">("no");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (by: "pointer" | "key"): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setShown("no"), shownMs);
      setShown(by);
    };
    const moved = ({ movementX, movementY, type }: PointerEvent): void => {
      // Browsers also report a move when the page moves under a pointer that stands still.
      if (type === "pointermove" && movementX === 0 && movementY === 0) return;
      show("pointer");
    };
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key === "Escape" || key === "Tab") show("key");
    };
    // The page does not receive the key that ends full screen.
    const changed = (): void => {
      if (document.fullscreenElement === null) show("key");
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerdown", moved);
    window.addEventListener("keydown", pressed);
    document.addEventListener("fullscreenchange", changed);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerdown", moved);
      window.removeEventListener("keydown", pressed);
      document.removeEventListener("fullscreenchange", changed);
    };
  }, []);
  return { isShown: shown !== "no", isByKey: shown === "key" };
}
