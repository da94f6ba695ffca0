// Asked at once: a parent that ends while we load would otherwise be missed.
const parent = process.ppid;
/** How soon it is noticed, ms; a stop takes longer than that. */
const lookEveryMs = 500;

/**
 * Calls `act` when the shell in which npm has started us has ended: npm passes signals to it, and shells such as dash die
 * of them without passing them on. Others may leave the shell from which they start us. Returns a function that ends
 * this.
 */
export function whenOrphaned(act) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, lookEveryMs);
  return () => clearInterval(timer);
}
