import { parseArgs } from "node:util";
import { quantile } from "@pulse/cli/locate/evaluate";
import { transitions, type Noticed, playTransition } from "./transitions.ts";

/**
 * `npm run accuracy -- startsAndStops --first 2811 --seeds 24`: a tag stands for a minute, walks for half a minute
 * and stands again. Shows how long it takes until the fixes say so, how many fixes of a still tag say that it moves, and
 * how many of a walking one that it stands.
 */
const { values } = parseArgs({
  options: { first: { type: "string", default: "2811" }, seeds: { type: "string", default: "24" } },
});
for (const row of transitions) {
  const runs = Array.from({ length: Number(values.seeds) }, (_, i) => playTransition(row, Number(values.first) + i));
  const of = (get: (one: Noticed) => number): string => {
    const sorted = runs.map(get).toSorted((a, b) => a - b);
    return `${quantile(sorted, 0.5).toFixed(0)} / ${quantile(sorted, 0.9).toFixed(0)}`;
  };
  const sum = (get: (one: Noticed) => number): number => runs.reduce((total, one) => total + get(one), 0);
  const falseShare = sum((one) => one.falseOnes) / sum((one) => one.still);
  const stopsDetectedShare = sum((one) => one.stopsDetected) / sum((one) => one.walking);
  process.stdout.write(
    `| ${row.name} | ${of(({ startS }) => startS)} | ${of(({ stopS }) => stopS)} | ${(100 * falseShare).toFixed(1)} % | ${(100 * stopsDetectedShare).toFixed(1)} % |\n`,
  );
}
