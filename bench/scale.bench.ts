// A cell on this machine (docs/nats.md): does a second `locate` process work off twice as much, what does an advert cost each
// role beside the embedded product, and what does a flood look like to somebody at a screen?
import { alternate, isSmoke, measured, medianOf, quantile, report, sized } from "./harness.ts";
import { type BacklogRun, workOff } from "./load/backlogRun.ts";
import { startCellParts } from "./load/cellParts.ts";
import { dividedNames, workOffDivided } from "./load/dividedSite.ts";
import { type Installation, startCell, startEmbedded } from "./load/installation.ts";
import { type Fleet, startFleet } from "./load/startFleet.ts";
import { hasTaskset, startRole } from "./load/startRole.ts";
import { flood, type FloodSeen, type SteadyCost, steadyCost } from "./load/steadyCost.ts";

const counts = { sites: 16, gateways: sized(12, 1), trackers: sized(125, 4) };
const advertsPerMessage = sized(30, 4);
const messagesPerS = counts.sites * counts.gateways;
const backlogS = sized(20, 2);
const rounds = 3;
const steady = { messagesPerS, advertsPerMessage, warmUpS: sized(8, 1), seconds: sized(10, 1) };
const floodMessages = sized(12_000, 200);

const parts = await startCellParts(counts);
const fleetOf = ({ mqttUrl, sites }: Pick<Installation, "mqttUrl" | "sites">): Promise<Fleet> =>
  startFleet({
    url: mqttUrl,
    gateways: sites.flatMap(({ gateways }) => gateways),
    trackers: sites.flatMap(({ trackers }) => trackers),
    advertsPerMessage,
  });

/** Writes a backlog into the log of a store, which is closed afterwards. */
async function prepareBacklog(): Promise<number> {
  const store = await parts.open("backlog");
  const ingest = await startRole({ settings: { ...store.settings, PULSE_ROLES: "ingest" } });
  const fleet = await fleetOf({ ...ingest, sites: parts.sites });
  await fleet.sendAcknowledged(backlogS * messagesPerS, messagesPerS);
  await fleet.stop();
  await ingest.stop();
  await store.close();
  return backlogS * messagesPerS * advertsPerMessage;
}

const names = { one: "1 locate process", two: "2 locate processes" };
const runs: Record<keyof typeof names, BacklogRun[]> = { one: [], two: [] };
const adverts = await prepareBacklog();
const workedOff = async (how: keyof typeof names, cores: number[]): Promise<number> => {
  const copy = `${how}_${runs[how].length}`;
  const run = await workOff(parts, { store: "backlog", copy, cores, adverts, warmUp: adverts / 2 });
  runs[how].push(run);
  return run.pace;
};
const contenders = [
  { name: names.one, run: () => workedOff("one", [0]) },
  { name: names.two, run: () => workedOff("two", [0, 1]) },
];
// Each start of a process takes seconds, so a smoke run has no more of them than it needs.
const paces = await alternate(isSmoke ? contenders.slice(1) : contenders, { rounds, warmUps: 0 });

/** An installation under a steady load, and in a flood. */
async function underLoad(start: () => Promise<Installation>): Promise<{ cost: SteadyCost; seen: FloodSeen }> {
  const installation = await start();
  const fleet = await fleetOf(installation);
  const cost = await steadyCost(installation, fleet, steady);
  const seen = await flood(installation, fleet, { messages: floodMessages, advertsPerMessage });
  await fleet.stop();
  await installation.stop();
  return { cost, seen };
}
const cell = isSmoke ? null : await underLoad(() => startCell(parts, 2));
await parts.stop();
const embedded = await underLoad(() => startEmbedded(counts));
const divided = await workOffDivided(rounds);
const median = (list: readonly BacklogRun[], of: (run: BacklogRun) => number): number =>
  quantile(
    list.map(of).toSorted((a, b) => a - b),
    0.5,
  );
const processorPaces = (of: Record<string, BacklogRun[]>, named: Record<string, string>) =>
  Object.entries(named).map(([how, name]) =>
    measured(
      `${name}: a second of processor time`,
      of[how]!.map(({ processorPace }) => processorPace),
    ),
  );
const ratioOf = ([one, two]: readonly { median: number }[]): number => two!.median / one!.median;
const usOf = (how: keyof typeof dividedNames): string =>
  `${dividedNames[how]} ${median(divided.runs[how], ({ usPerAdvert }) => usPerAdvert).toFixed(1)}`;
const shares = (how: keyof typeof names): string => {
  const of = (part: keyof BacklogRun["cores"]): string => median(runs[how], ({ cores }) => cores[part]).toFixed(2);
  return `${names[how]} used ${of("locate")} cores, PostgreSQL ${of("postgres")}, NATS ${of("nats")}`;
};
const us = ({ usPerAdvert }: SteadyCost): string =>
  Object.entries(usPerAdvert)
    .map(([part, one]) => `${part} ${one.toFixed(1)}`)
    .join(", ");
const total = ({ usPerAdvert }: SteadyCost): number => Object.values(usPerAdvert).reduce((sum, one) => sum + one, 0);
const floodText = ({ advertsPerS, apiP95Ms, silenceMs, refused }: FloodSeen): string =>
  `${Math.round(advertsPerS).toLocaleString("en-US")} adverts/s, API p95 ${Math.round(apiP95Ms)} ms, ${refused} refused, longest silence on the live socket ${(silenceMs / 1000).toFixed(1)} s`;

if (cell === null)
  report({ bench: "scale", unit: "adverts/s", measured: [...paces, ...divided.paces], aims: [], notes: [] });
else reportCell(cell);

function reportCell(ofCell: typeof embedded): void {
  const ofSites = processorPaces(runs, names);
  const ofSite = processorPaces(divided.runs, dividedNames);
  report({
    bench: "scale",
    unit: "adverts/s",
    measured: [...paces, ...ofSites, ...divided.paces, ...ofSite],
    aims: [
      { what: "2 processes ÷ 1, the processor-bound part", value: ratioOf(ofSites), atLeast: 1.7 },
      { what: "2 processes ÷ 1, by the clock", value: medianOf(paces, names.two) / medianOf(paces, names.one) },
      { what: "one site in 2 shares ÷ undivided, the processor-bound part", value: ratioOf(ofSite) },
      { what: "one site in 2 shares ÷ undivided, by the clock", value: ratioOf(divided.paces) },
      {
        what: "processor time of the cell ÷ embedded, for an advert",
        value: total(ofCell.cost) / total(embedded.cost),
      },
    ],
    notes: [
      `${messagesPerS} gateways, ${counts.sites * counts.trackers} trackers on ${counts.sites} sites, one in each partition; ${adverts.toLocaleString("en-US")} adverts of ${backlogS} s wait in the log, the same in each round; the clock starts after half of them`,
      hasTaskset
        ? "the processes are pinned to a core each, the first to core 0; PostgreSQL and NATS run where there is room, so by the clock two processes share their cores with them"
        : "taskset is missing, so no process was pinned to a core",
      `${divided.text}; µs of processor time for an advert: ${usOf("whole")}, ${usOf("divided")}`,
      `working off: ${shares("one")}; ${shares("two")}`,
      `µs of processor time for an advert at ${messagesPerS * advertsPerMessage} adverts/s: ${us(ofCell.cost)}; ${us(embedded.cost)}`,
      `flood of ${(floodMessages * advertsPerMessage).toLocaleString("en-US")} adverts, cell: ${floodText(ofCell.seen)}`,
      `the same, embedded: ${floodText(embedded.seen)}`,
    ],
  });
}
