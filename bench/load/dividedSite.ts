import { alternate, isSmoke, type Measured, sized } from "../harness.ts";
import { type BacklogRun, workOff } from "./backlogRun.ts";
import { type CellParts, startCellParts, type Store } from "./cellParts.ts";
import { startFleet } from "./startFleet.ts";
import { startRole } from "./startRole.ts";

/** The last partition of whole sites, after which those of shares follow. */
const lastWhole = 16;
/** In which partition the site is, by the last digit of its id (benchSite.ts). */
const home = 2;

const counts = { sites: 1, gateways: sized(60, 2), trackers: sized(1_000, 8) };
const advertsPerMessage = sized(30, 4);
const backlogS = sized(20, 2);

export const dividedNames = { whole: "a site in 1 locate process", divided: "its 2 shares in 2 locate processes" };

/** How quickly the log of one site is worked off undivided, and in two shares. */
export interface DividedRuns {
  /** Adverts a second. */
  paces: Measured[];
  runs: Record<keyof typeof dividedNames, BacklogRun[]>;
  text: string;
}

/** Divides a site in two, as the product does with larger ones: the new share begins where the whole log does. */
async function divide({ client }: Store, siteId: string): Promise<void> {
  await client.query(
    `insert into site_shares (log_id, site_id, share, partition)
     select distinct log_id, $1::uuid, 1, $2::smallint from log_cursors`,
    [siteId, lastWhole + 1],
  );
}

/** Whether two processes have a share each. */
async function isShared({ client }: Store): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct lease)::int as count from log_partitions
     where partition = any($1::smallint[]) and leased_until > now()`,
    [[home, lastWhole + 1]],
  );
  return rows[0]!.count === 2;
}

/** Writes a backlog into the log of a store, which is closed afterwards. */
async function prepareBacklog(parts: CellParts): Promise<number> {
  const store = await parts.open("backlog");
  const ingest = await startRole({ settings: { ...store.settings, PULSE_ROLES: "ingest" } });
  const [{ gateways, trackers }] = parts.sites as [CellParts["sites"][number]];
  const fleet = await startFleet({ url: ingest.mqttUrl, gateways, trackers, advertsPerMessage });
  await fleet.sendAcknowledged(backlogS * gateways.length, gateways.length);
  await fleet.stop();
  await ingest.stop();
  await store.close();
  return backlogS * gateways.length * advertsPerMessage;
}

/** Works off the same log of one site, undivided in one process and in two shares in two processes, in turns. */
export async function workOffDivided(rounds: number): Promise<DividedRuns> {
  const parts = await startCellParts(counts);
  const adverts = await prepareBacklog(parts);
  const { siteId } = parts.sites[0]!;
  const runs: DividedRuns["runs"] = { whole: [], divided: [] };
  const workedOff = async (how: keyof typeof runs, cores: number[]): Promise<number> => {
    const copy = `${how}_${runs[how].length}`;
    const sharing = how === "whole" ? {} : { prepare: (store: Store) => divide(store, siteId), isShared };
    const run = await workOff(parts, { store: "backlog", copy, cores, adverts, warmUp: adverts / 2, ...sharing });
    runs[how].push(run);
    return run.pace;
  };
  const contenders = [
    { name: dividedNames.whole, run: () => workedOff("whole", [0]) },
    { name: dividedNames.divided, run: () => workedOff("divided", [0, 1]) },
  ];
  const paces = await alternate(isSmoke ? contenders.slice(1) : contenders, { rounds, warmUps: 0 });
  await parts.stop();
  const text = `one site of ${counts.gateways} gateways and ${counts.trackers} trackers: ${adverts.toLocaleString("en-US")} adverts of ${backlogS} s wait in its log, the same in each round`;
  return { paces, runs, text };
}
