import { capacityCosts, capacityRules, usualLoad } from "./capacityCosts.ts";
import { type CapacityPlan, capacityPlan, roleNames } from "./capacityModel.ts";

const sizes = [1_000, 10_000, 100_000];

/** The table of docs/capacity.md: what 1,000, 10,000 and 100,000 gateways need. */
export function capacityTable(): string {
  const plans = sizes.map((gateways) => capacityPlan(usualLoad(gateways), capacityCosts, capacityRules));
  const rows: [string, (plan: CapacityPlan) => string][] = [
    ["tags", ({ advertsPerS }) => whole(advertsPerS / usualLoad(1).advertsPerTagS)],
    ["adverts a second", ({ advertsPerS }) => whole(advertsPerS)],
    ["cells", ({ cells }) => whole(cells)],
    ["`ingest` processes", ({ processes }) => whole(processes.ingest)],
    ["`locate` processes", ({ processes }) => whole(processes.locate)],
    ["`api` processes", ({ processes }) => whole(processes.api)],
    ["`jobs` processes", ({ processes }) => whole(processes.jobs)],
    ["PostgreSQL servers × cores", ({ cells, postgresCores }) => `${whole(cells)} × ${whole(postgresCores)}`],
    ["NATS servers", ({ processes }) => whole(processes.nats)],
    ["busy cores, all together", ({ cores }) => whole(roleNames.reduce((sum, role) => sum + cores[role], 0))],
    ["from gateways, Mbit/s", ({ inMbitS }) => whole(inMbitS)],
    ["between NATS servers and processes, Mbit/s", ({ natsMbitS }) => whole(natsMbitS)],
    ["NATS, disk of each server for an hour", ({ logGb }) => `${whole(logGb)} GB`],
    ["rows of history a day", ({ rowsPerDay }) => `${whole(rowsPerDay / 1e6)} million`],
    ["database, three months", ({ hotGb }) => size(hotGb)],
    ["files, the other nine", ({ coldGb }) => size(coldGb)],
  ];
  const cells = [["gateways", ...sizes.map(whole)], ...rows.map(([name, of]) => [name, ...plans.map(of)])];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: string[]): string =>
    `| ${row.map((cell, nth) => (nth === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[nth]!))).join(" | ")} |`;
  const rule = `| ${widths.map((width, nth) => (nth === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join("\n");
}

const whole = (value: number): string => Math.ceil(value - 1e-9).toLocaleString("en-US");
const size = (gb: number): string => (gb < 1000 ? `${whole(gb)} GB` : `${(gb / 1000).toFixed(1)} TB`);
