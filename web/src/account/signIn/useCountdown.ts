import { useEffect, useState } from "react";

/** Whole seconds left of `seconds` since the first render, down to 0. */
export function useCountdown(seconds: number): number {
  const [remainingS, setRemainingS] = useState(seconds);
  useEffect(() => {
    if (remainingS === 0) return undefined;
    const timer = setTimeout(() => setRemainingS(remainingS - 1), 1000);
    return () => clearTimeout(timer);
  }, [remainingS]);
  return remainingS;
}
