import { useEffect, useEffectEvent } from "react";
import { fetchVersion } from "../../api/openAnswers.ts";

const everyMs = 60_000;

/** Calls `changed` once the server's version differs from that at the start: nobody is there to reload the display. */
export function useNewVersion(changed: () => void): void {
  const tell = useEffectEvent(changed);
  useEffect(() => {
    let first: string | null = null;
    const look = async (): Promise<void> => {
      // The banner reports a server that does not answer.
      const version = await fetchVersion().catch(() => null);
      if (first !== null && version !== null && version !== first) tell();
      first ??= version;
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => clearInterval(timer);
  }, []);
}
