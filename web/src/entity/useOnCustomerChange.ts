import { useEffect, useEffectEvent, useRef } from "react";

/** Calls `onChange` when a form is switched to another customer, which has different roles, groups and sites. */
export function useOnCustomerChange(customerId: string | null, onChange: () => void): void {
  const known = useRef(customerId);
  const compare = useEffectEvent((next: string | null): void => {
    if (next !== known.current) onChange();
    known.current = next;
  });
  useEffect(() => compare(customerId), [customerId]);
}
