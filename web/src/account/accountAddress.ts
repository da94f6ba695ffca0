import { useLocation } from "react-router";

// What one account screen hands to the next: not in the address, where it would be kept and shared.
interface State {
  email?: string;
  sentAtMs?: number;
}

/** What the screen before handed over, and how to go on without losing where the person wanted to go in the end. */
export function useAccountWay() {
  const location = useLocation();
  return {
    ...handedOver(location.state),
    /** The address of another account screen that keeps the redirect target. */
    to: (pathname: string) => ({ pathname, search: location.search }),
  };
}

/** A reload keeps the browser's history, and with it what an older version may have put there. */
function handedOver(state: unknown): State {
  const { email, sentAtMs } = (state ?? {}) as Record<string, unknown>;
  return { ...(typeof email === "string" ? { email } : {}), ...(typeof sentAtMs === "number" ? { sentAtMs } : {}) };
}
