// How long a moment of the past takes to load after somebody lets go of the scrubber: where all assets of a site were, as
// `assets/live?at=` returns it. REPLAY_ROWS=10000000 makes it 10 million positions; the default is a tenth of that.
import { assetsRepository } from "@pulse/server/resources/assets/assets.repository";
import { isSmoke, measured, quantile, report, sized } from "./harness.ts";
import { benchDatabase } from "./load/benchDatabase.ts";
import { dayMs, fillPositions, fillThings, idOf } from "./load/historyRows.ts";
import { months } from "./load/coldMonths.ts";

const assets = sized(1000, 10);
const moments = sized(200, 2);
const days = Math.max(1, Math.round(sized(Number(process.env["REPLAY_ROWS"] || 1_440_000), 1) / assets / 1440));
const { db, background, kind, close } = await benchDatabase();
await fillThings(db, assets);
const starts = await fillPositions(background, { trackers: assets, days, minutes: sized(1440, 10) });
const site = assetsRepository(db);
let seed = 1;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const took: number[] = [];
for (let nth = isSmoke ? 0 : -20; nth < moments; nth += 1) {
  const at = new Date(starts[random(starts.length)]! + 5 * 60_000 + random(isSmoke ? 60_000 : dayMs - 5 * 60_000));
  const started = performance.now();
  const found = await site.live(idOf.site(1), { at, ids: null }, months);
  if (nth >= 0) took.push(performance.now() - started);
  if (found.length !== assets || found.some(({ lat }) => lat === null))
    throw new Error(`not all were there at ${at.toISOString()}`);
}
await close();
const name = `where ${assets} assets were at a moment`;
report({
  bench: `replay-${kind}`,
  unit: "ms",
  measured: [measured(name, took)],
  aims: [
    {
      what: `${name}, p95`,
      value: quantile(
        took.toSorted((a, b) => a - b),
        0.95,
      ),
      atMost: 300,
    },
  ],
  notes: [
    `${(assets * days * 1440).toLocaleString("en-US")} positions on ${kind}; without the way over HTTP and the drawing`,
  ],
});
