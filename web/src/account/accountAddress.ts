import { useLocation } from "react-router";
import { z } from "zod";

// What one account screen hands to the next: not in the address, where it would be kept and shared.
const State = z.object({ email: z.string().optional(), sentAtMs: z.number().optional() });

/** What the screen before handed over, and how to go on without losing where the person wanted to go in the end. */
export function useAccountWay() {
  const location = useLocation();
  const given = State.safeParse(location.state);
  return {
    ...(given.success ? given.data : {}),
    /** The address of another account screen that keeps the redirect target. */
    to: (pathname: string) => ({ pathname, search: location.search }),
  };
}
