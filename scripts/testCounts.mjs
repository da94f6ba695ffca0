import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./paths.mjs";

/**
 * The counts of one run from its JSON report, Vitest's or Playwright's, a line for each failure, and the seconds of each file.
 * Null if the report is missing: the run broke before it could count.
 */
export function readCounts(file) {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, "utf8"));
  return report.stats ? ofPlaywright(report) : ofVitest(report);
}

function ofPlaywright({ stats, suites }) {
  return {
    passed: stats.expected,
    // A test that passes only at the second try has not passed.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites
      .flatMap((suite) => specsOf(suite))
      .flatMap((spec) => (spec.ok ? [] : [`${spec.file} › ${spec.title}`])),
    files: suites.map((suite) => ({ file: `e2e/specs/${suite.file}`, seconds: sum(specsOf(suite).map(secondsOf)) })),
  };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const secondsOf = ({ tests }) => sum(tests.flatMap((test) => test.results.map(({ duration }) => duration))) / 1000;
const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

function ofVitest(report) {
  const failures = [];
  // A hook or an import that throws fails no test: Vitest reports the tests after it as skipped.
  let outsideTests = 0;
  for (const { name, status, message, assertionResults } of report.testResults) {
    if (status !== "failed") continue;
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    for (const test of failed)
      failures.push(
        `${file} › ${[...test.ancestorTitles, test.title].join(" › ")}: ${firstLine(test.failureMessages[0])}`,
      );
    if (failed.length > 0) continue;
    failures.push(`${file}: outside its tests: ${firstLine(message)}`);
    outsideTests += 1;
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + outsideTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

const firstLine = (text) => (text ?? "").split("\n", 1)[0];

/** The sum of all counts, with all their failures and files. */
export function sumCounts(all) {
  const count = (key) => sum(all.map((counts) => counts[key]));
  return {
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    failures: all.flatMap(({ failures }) => failures),
    files: all.flatMap(({ files }) => files),
  };
}

/** The ten files that took longest, slowest first; a file that ran over two databases is listed twice. */
export function slowestFiles(files) {
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
}
