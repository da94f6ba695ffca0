import { useEffect, useEffectEvent, useRef } from "react";

/** Forgets what was chosen for a new thing of one customer once it is to be another's, who has none of it. */
export function useForgetting(customerId: string | null, forget: () => void): void {
  const known = useRef(customerId);
  const compare = useEffectEvent((next: string | null): void => {
    if (next !== known.current) forget();
    known.current = next;
  });
  useEffect(() => compare(customerId), [customerId]);
}
