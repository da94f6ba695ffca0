// What many runs of the same test files say about them.

/**
 * What failed first in each file of a vitest JSON report; `failure` is null in a file that passed.
 * @param {{ testResults: { name: string; status: string; message?: string; assertionResults: { status: string; fullName: string; failureMessages?: string[] }[] }[] }} report
 * @param {(file: string) => string} nameOf
 * @returns {{ file: string; failure: string | null }[]}
 */
export function firstFailures(report, nameOf) {
  return report.testResults.map(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.find((test) => test.status === "failed");
    if (failed) return { file: nameOf(name), failure: `${failed.fullName}: ${firstLine(failed.failureMessages?.[0])}` };
    // A hook or an import failed.
    return { file: nameOf(name), failure: status === "failed" ? firstLine(message) : null };
  });
}

/**
 * The files that failed at least once, the most frequent first.
 * @param {{ file: string; failure: string | null }[][]} runs
 * @returns {{ file: string; runs: number; failures: number; first: string }[]}
 */
export function flakeRows(runs) {
  const rows = new Map();
  for (const { file, failure } of runs.flat()) {
    const row = rows.get(file) ?? { file, runs: 0, failures: 0, first: "" };
    rows.set(file, row);
    row.runs++;
    if (failure === null) continue;
    row.failures++;
    row.first ||= failure;
  }
  return [...rows.values()].filter(({ failures }) => failures > 0).toSorted((a, b) => b.failures - a.failures);
}

/**
 * @param {{ file: string; runs: number; failures: number; first: string }[]} rows
 * @returns {string}
 */
export function flakeTable(rows) {
  if (rows.length === 0) return "No test file failed in any run.\n";
  const lines = rows.map(({ file, runs, failures, first }) => `| ${file} | ${runs} | ${failures} | ${cell(first)} |`);
  return ["| file | runs | failures | first failure |", "| --- | --- | --- | --- |", ...lines, ""].join("\n");
}

/**
 * A line of docs/flakes.md, whose cause and mend are to be filled in.
 * @param {{ file: string; runs: number; failures: number; first: string }} row
 * @param {{ date: string; commit: string }} at
 * @returns {string}
 */
export function recordedRow({ file, runs, failures, first }, { date, commit }) {
  return `| ${date} | ${commit} | ${file} | ${failures} of ${runs} | ${cell(first)} | open |`;
}

const firstLine = (text = "it failed without a message") => text.trim().split("\n", 1)[0];
const cell = (text) => text.replaceAll("|", "\\|").slice(0, 200);
