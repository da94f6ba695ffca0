import { useLocation } from "react-router";

// Data that one account screen passes to the next: not in the address, where it would be kept and shared.
interface State {
  email?: string;
  sentAtMs?: number;
}

/** The data from the previous screen, and links to others that keep the person's original destination. */
export function useAccountRoute() {
  const location = useLocation();
  return {
    ...handedOver(location.state),
    /** The address of another account screen that keeps the redirect target. */
    to: (pathname: string) => ({ pathname, search: location.search }),
  };
}

/** A reload keeps the browser's history state, which an older version may have written. */
function handedOver(state: unknown): State {
  const { email, sentAtMs } = (state ?? {}) as Record<string, unknown>;
  return { ...(typeof email === "string" ? { email } : {}), ...(typeof sentAtMs === "number" ? { sentAtMs } : {}) };
}
