import { useEffect } from "react";

interface Lock {
  release(): Promise<void>;
}

/** Keeps the screen on if the browser can. Hiding the window ends the lock, so it is requested again afterwards. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: Lock | null = null;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      // Refused on a low battery, and missing in older browsers and without TLS.
      const got: Lock | null =
        (await (navigator as { wakeLock?: WakeLock }).wakeLock?.request("screen").catch(() => null)) ?? null;
      if (isOver) void got?.release();
      else lock = got;
    };
    const again = (): void => void ask();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, []);
}
