import { existsSync, readFileSync } from "node:fs";

/**
 * The counts of one run from its JSON report, Vitest's or Playwright's.
 * null where the report is missing: the run broke before it could count.
 */
export function readCounts(file) {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, "utf8"));
  if (report.stats)
    return {
      passed: report.stats.expected,
      // A test that passes only at a second try is not a passing test.
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
    };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts added up. */
export function sumCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(sum)) sum[key] += counts[key];
  return sum;
}
