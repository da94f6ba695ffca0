import { useEffect, useState } from "react";
import { useServices } from "../../services/services.tsx";
import { clockOffsetMs } from "./serverClock.ts";

/** A smaller change causes no new drawing, ms. */
const changeMs = 5_000;

/** How far the browser's clock is behind the server's, measured when the map opens and each time its connection does. */
export function useClockOffset(): number {
  const { connection } = useServices();
  const [offsetMs, setOffsetMs] = useState(0);
  useEffect(() => {
    let isHere = true;
    let wasLive = false;
    const ask = (): void =>
      void clockOffsetMs(Date.now).then((found) => {
        if (isHere && found !== null) setOffsetMs((before) => (Math.abs(found - before) < changeMs ? before : found));
      });
    ask();
    const stop = connection.subscribe(() => {
      const isLive = connection.current().state === "live";
      if (isLive && !wasLive) ask();
      wasLive = isLive;
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [connection]);
  return offsetMs;
}
