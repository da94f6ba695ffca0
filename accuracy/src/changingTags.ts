import { dayFigures, simulateOneDay, simulateDay, type DayFigures, type DayScenario } from "./simulateDay.ts";

const CHANGED_S = 600;
const MINUTES = 7;
const METAL: DayScenario = {
  name: "put onto metal",
  speedMps: 1.4,
  tagDb: 0,
  seconds: CHANGED_S + 60 * MINUTES,
  ages: { fromS: CHANGED_S, tagDb: -10 },
  countFromS: CHANGED_S - 60,
};

/** The minute before a walker's tag is put onto metal (−10 dB, after ten minutes), and each minute after that. */
export function minutesOnMetal(seeds: readonly number[]): DayFigures[] {
  const all = seeds.flatMap((seed) => simulateOneDay(METAL, seed));
  return Array.from({ length: MINUTES + 1 }, (_, minute) => {
    const fromS = CHANGED_S + 60 * (minute - 1);
    return dayFigures(all.filter(({ second }) => second > fromS && second <= fromS + 60));
  });
}

/** The first minute of an unknown tag. */
export function firstMinute(speedMps: number, tagDb: number, seeds: readonly number[]): DayFigures {
  return simulateDay({ name: "first minute", speedMps, tagDb, seconds: 60 }, [...seeds]);
}
