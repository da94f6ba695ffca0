import { useEffect, useEffectEvent } from "react";
import { fetchVersion } from "../../api/openAnswers.ts";

const everyMs = 60_000;

/** Calls `changed` once the server has another version than when the display was started: nobody is there to reload it. */
export function useNewVersion(changed: () => void): void {
  const tell = useEffectEvent(changed);
  useEffect(() => {
    let first: string | null = null;
    const look = async (): Promise<void> => {
      // A server that does not answer is told by the banner.
      const version = await fetchVersion().catch(() => null);
      if (first !== null && version !== null && version !== first) tell();
      first ??= version;
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => clearInterval(timer);
  }, []);
}
