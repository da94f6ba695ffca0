import type { Constant } from "@pulse/positioning/model/constants";
import type { ConstantFigures } from "./constantRun.ts";

/** The head of the table of a stage. */
export function constantHead(): string {
  return [
    "| number | value | halved: median | P90 | circle | moves | doubled: median | P90 | circle | moves |",
    "|---|---|---|---|---|---|---|---|---|---|",
  ].join("\n");
}

/**
 * The line of one number: how much larger errors are with half and with twice of it, in percent, and by how many
 * percentage points more of the truth is in the smaller circle and more fixes say "moves".
 * @param halved null: the engine fails with it
 */
export function constantLine(
  name: string,
  { value, unit }: Constant,
  usual: ConstantFigures,
  halved: ConstantFigures | null,
  doubled: ConstantFigures | null,
): string {
  const shown = typeof value === "number" ? String(value) : value.join(", ");
  const effects = [halved, doubled].flatMap((changed) => effectsOf(usual, changed));
  return `| ${[name, unit === "1" ? shown : `${shown} ${unit}`, ...effects].join(" | ")} |`;
}

function effectsOf(usual: ConstantFigures, changed: ConstantFigures | null): string[] {
  if (changed === null) return ["fails", "", "", ""];
  if (changed.hash === usual.hash) return ["–", "–", "–", "–"];
  const mean = (of: (row: ConstantFigures["rows"][number], at: number) => number): number =>
    changed.rows.reduce((sum, row, at) => sum + of(row, at), 0) / changed.rows.length;
  const larger = (figure: "medianM" | "p90M"): number =>
    100 * Math.expm1(mean((row, at) => Math.log(row[figure] / usual.rows[at]![figure])));
  const more = (figure: "within68" | "saysMoving"): number =>
    100 * mean((row, at) => row[figure] - usual.rows[at]![figure]);
  return [larger("medianM"), larger("p90M"), more("within68"), more("saysMoving")].map(signed);
}

function signed(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)}`;
}
