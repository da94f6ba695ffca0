/** Returns a function that reports errors: one that recurs in every frame is reported once. */
export function reportOnce(): (error: unknown) => void {
  const reportedErrors = new Set<string>();
  return (error) => {
    if (reportedErrors.has(String(error))) return;
    reportedErrors.add(String(error));
    reportError(error);
  };
}
