// Only tables may be imported here: a number has to be changed before any other module of the engine reads it.
import { COST, COST_CONSTANTS } from "@pulse/positioning/cost/costConstants";
import { ENGINE, ENGINE_CONSTANTS } from "@pulse/positioning/engine/engineConstants";
import { FIX, FIX_CONSTANTS } from "@pulse/positioning/fix/fixConstants";
import { LEARN, LEARN_CONSTANTS } from "@pulse/positioning/learn/learnConstants";
import type { Constant } from "@pulse/positioning/model/constants";
import { MODEL, MODEL_CONSTANTS } from "@pulse/positioning/model/modelConstants";
import { SMOOTH, SMOOTH_CONSTANTS } from "@pulse/positioning/smooth/smoothConstants";
import { WINDOW, WINDOW_CONSTANTS } from "@pulse/positioning/window/windowConstants";

/** A stage's table, and the values that its code reads. */
interface StageTable {
  constants: Readonly<Record<string, Constant>>;
  values: Readonly<Record<string, Constant["value"]>>;
}

export const STAGES = ["model", "window", "cost", "fix", "smooth", "learn", "engine"] as const;
export type Stage = (typeof STAGES)[number];

/** The tables of the engine, by stage. */
export const TABLES: Readonly<Record<Stage, StageTable>> = {
  model: { constants: MODEL_CONSTANTS, values: MODEL },
  window: { constants: WINDOW_CONSTANTS, values: WINDOW },
  cost: { constants: COST_CONSTANTS, values: COST },
  fix: { constants: FIX_CONSTANTS, values: FIX },
  smooth: { constants: SMOOTH_CONSTANTS, values: SMOOTH },
  learn: { constants: LEARN_CONSTANTS, values: LEARN },
  engine: { constants: ENGINE_CONSTANTS, values: ENGINE },
};

/** One number of the engine and the factor by which it is changed. */
export interface Change {
  stage: Stage;
  name: string;
  factor: number;
}

/** The value times the factor; of a level in dBm, the level of that many times the power. */
export function scaledValue({ value, unit }: Constant, factor: number): Constant["value"] {
  const scaled = (one: number): number => (unit === "dBm" ? one + 10 * Math.log10(factor) : one * factor);
  return typeof value === "number" ? scaled(value) : value.map(scaled);
}

/** Changes one number for all of this process. */
export function applyChange({ stage, name, factor }: Change): void {
  const { constants, values } = TABLES[stage];
  Object.assign(values, { [name]: scaledValue(constants[name]!, factor) });
}
