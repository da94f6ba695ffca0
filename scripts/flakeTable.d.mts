interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}
interface FileResult {
  file: string;
  failure: string | null;
}
interface FlakeRow {
  file: string;
  runs: number;
  failures: number;
  first: string;
}
export function firstFailures(report: VitestReport, nameOf: (file: string) => string): FileResult[];
export function flakeRows(runs: FileResult[][]): FlakeRow[];
export function flakeTable(rows: FlakeRow[]): string;
export function recordedRow(row: FlakeRow, at: { date: string; commit: string }): string;
