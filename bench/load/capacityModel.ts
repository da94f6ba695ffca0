// What an installation of a given size needs: arithmetic from measured costs (capacityCosts.ts). Pure.

/** How large an installation is, and what happens there. */
export interface CapacityLoad {
  gateways: number;
  tags: number;
  /** Adverts a second of one tag, counted once for each gateway that hears them. */
  advertsPerTagS: number;
  messagesPerGatewayS: number;
  /** The share of tags that move at all, and how many hours a day. */
  movingShare: number;
  movingHours: number;
}

export const roleNames = ["ingest", "locate", "api", "postgres", "nats"] as const;
export type RoleName = (typeof roleNames)[number];

/** What a part costs, in seconds of processor time a second (cores). */
export interface RoleCost {
  /** Of one process while nothing happens. */
  idle: number;
  /** Of a tag that is heard all the time, with two positions a second. */
  perTag: number;
  /** Of an advert a second. */
  perAdvert: number;
}

/** All that the arithmetic knows of Pulse. */
export interface CapacityCosts {
  roles: Record<RoleName, RoleCost>;
  /** On the wire from a gateway, and in the log, bytes. */
  bytesPerAdvert: number;
  logBytesPerAdvert: number;
  /** With indexes in the database; in files. Bytes. */
  bytesPerRow: number;
  bytesPerColdRow: number;
  /** Rows of history of a moving tag a second, and of one at rest a day. */
  rowsPerMovingS: number;
  rowsPerRestingDay: number;
}

/** Which limits the plan keeps. */
export interface CapacityRules {
  /** How busy a core may be, so that there is room for bursts and for what a failed process leaves, 0…1. */
  maxBusy: number;
  /** Processes that may share the sites of one cell. */
  maxLocating: number;
  gatewaysPerCell: number;
  /** How long device messages are kept while nobody works on them, s. */
  logS: number;
  hotMonths: number;
}

export interface CapacityPlan {
  cells: number;
  advertsPerS: number;
  /** Busy cores of all cells, by part. */
  cores: Record<RoleName, number>;
  /** Of all cells. `nats` are servers of three copies; `postgres` are cores, as it is one server for each cell. */
  processes: { ingest: number; locate: number; api: number; jobs: number; nats: number };
  postgresCores: number;
  /** From all gateways, and between the servers of NATS and their readers, Mbit/s. */
  inMbitS: number;
  natsMbitS: number;
  rowsPerDay: number;
  /** With months older than `hotMonths` in files, after a year. */
  hotGb: number;
  coldGb: number;
  /** On each NATS server. */
  logGb: number;
  /** Cells whose sites one process each cannot carry: more `locate` cores than processes that share a cell. */
  isWithinCell: boolean;
}

/** Above so many trackers in a partition those that rest get one position a second instead of two (decision 15). */
const manyTags = 2_000;
const copies = 3;

/** The cores that one part of an installation keeps busy, with so many processes of it. */
export function busyCores(cost: RoleCost, load: CapacityLoad, processes: number, positionsPerTagS = 2): number {
  const { tags, advertsPerTagS } = load;
  return cost.idle * processes + (cost.perTag * tags * positionsPerTagS) / 2 + cost.perAdvert * tags * advertsPerTagS;
}

/** What an installation of this size needs. Two of each kind at least, since one may fail. */
export function capacityPlan(load: CapacityLoad, costs: CapacityCosts, rules: CapacityRules): CapacityPlan {
  const cells = Math.ceil(load.gateways / rules.gatewaysPerCell);
  const ofCell = { ...load, gateways: load.gateways / cells, tags: load.tags / cells };
  const positionsPerTagS = ofCell.tags / rules.maxLocating > manyTags ? 1 + load.movingShare : 2;
  const needed = (role: RoleName): { cores: number; processes: number } => {
    const cost = costs.roles[role];
    let processes = 2;
    const busy = (): number => busyCores(cost, ofCell, processes, positionsPerTagS);
    while (busy() / processes > rules.maxBusy) processes += 1;
    return { cores: busy() * cells, processes };
  };
  const [ingest, locate, api, postgres, nats] = roleNames.map(needed) as [Need, Need, Need, Need, Need];
  const advertsPerS = load.tags * load.advertsPerTagS;
  const rowsPerDay = rowsADay(load, costs);
  const hotDays = rules.hotMonths * 30.4;
  return {
    cells,
    advertsPerS,
    cores: {
      ingest: ingest.cores,
      locate: locate.cores,
      api: api.cores,
      postgres: postgres.cores,
      nats: nats.cores,
    },
    processes: {
      ingest: ingest.processes * cells,
      locate: locate.processes * cells,
      api: api.processes * cells,
      jobs: 2 * cells,
      nats: copies * cells,
    },
    postgresCores: postgres.processes,
    inMbitS: megabits(advertsPerS * costs.bytesPerAdvert),
    // Each message goes to the leader, from there to two others, and once to whoever works on it.
    natsMbitS: megabits(advertsPerS * costs.logBytesPerAdvert * (copies + 1)),
    rowsPerDay,
    hotGb: (rowsPerDay * hotDays * costs.bytesPerRow) / 1e9,
    coldGb: (rowsPerDay * (365 - hotDays) * costs.bytesPerColdRow) / 1e9,
    logGb: (advertsPerS * costs.logBytesPerAdvert * rules.logS) / cells / 1e9,
    isWithinCell: locate.processes <= rules.maxLocating,
  };
}

interface Need {
  cores: number;
  processes: number;
}

/** Rows of history a day. */
export function rowsADay(load: CapacityLoad, costs: CapacityCosts): number {
  const moving = load.tags * load.movingShare;
  const ofMoving = moving * load.movingHours * 3600 * costs.rowsPerMovingS;
  return ofMoving + load.tags * costs.rowsPerRestingDay;
}

/** Costs of a part from its busy cores at rest and under two loads that differ in their adverts alone. */
export function costFrom(measured: {
  idle: number;
  /** Of both loads. */
  tags: number;
  low: { advertsPerS: number; cores: number };
  high: { advertsPerS: number; cores: number };
  processes: number;
}): RoleCost {
  const { idle, tags, low, high, processes } = measured;
  const perAdvert = Math.max(0, (high.cores - low.cores) / (high.advertsPerS - low.advertsPerS));
  const perTag = Math.max(0, (low.cores - idle - perAdvert * low.advertsPerS) / tags);
  return { idle: idle / processes, perTag, perAdvert };
}

const megabits = (bytesPerS: number): number => (bytesPerS * 8) / 1e6;
