// The model of docs/capacity.md: its table, its costs beside those of a cell of two sizes on this machine, and a `locate` process
// that is killed, beside the same event played by the model.
import { findNatsServer, findPostgresFolder } from "../scripts/systemParts.mjs";
import { type Aim, isSmoke, measured, report } from "./harness.ts";
import { type Killed, locating, measureCell, type Point } from "./load/capacityCell.ts";
import { capacityCosts } from "./load/capacityCosts.ts";
import { busyCores, costFrom, type RoleCost, type RoleName, roleNames } from "./load/capacityModel.ts";
import { capacityTable } from "./load/capacityTable.ts";
import type { SiteCounts } from "./load/cellSites.ts";
import { type Failover, type FailoverCell, playFailover } from "./load/failover.ts";

const sizes: SiteCounts[] = [
  { sites: 16, gateways: 6, trackers: 62 },
  { sites: 16, gateways: 12, trackers: 125 },
];

const processesOf = (role: RoleName): number => (role === "locate" ? locating : 1);

console.log(capacityTable());
const hasParts = !isSmoke && findPostgresFolder() !== null && findNatsServer() !== null;
if (hasParts) await check();
else
  report({
    bench: "capacity",
    unit: "s",
    measured: [
      measured("a site stands still after a death, played", [
        played({ core: 0.8, advertsPerS: 2_880, takeOverS: 5.5 }).stillS,
      ]),
    ],
    aims: [],
    notes: ["PostgreSQL or nats-server is missing here, so the model is not compared with a cell"],
  });

function played({ core, advertsPerS, takeOverS }: Pick<Killed, "core" | "advertsPerS" | "takeOverS">): Failover {
  const { perAdvert, perTag } = capacityCosts.roles.locate;
  const cell: FailoverCell = {
    processes: locating,
    advertsPerS,
    readS: perAdvert,
    workS: perAdvert + perTag / 3,
    core,
    takeOverS,
    windowS: 60,
  };
  return playFailover(cell);
}

async function check(): Promise<void> {
  const points: Point[] = [];
  let death: Killed | null = null;
  for (const [nth, counts] of sizes.entries()) {
    const found = await measureCell(counts, nth === 0);
    points.push(found.point);
    death ??= found.death;
  }
  const aims: Aim[] = points.flatMap(({ tags, low }) =>
    roleNames.map((role) => ({
      what: `${role} at ${low.advertsPerS} adverts/s of ${tags} tags, model ÷ measured`,
      value: modelCores(role, tags, low.advertsPerS) / low.cores[role],
    })),
  );
  const event = played(death!);
  aims.push(
    { what: "a site stands still after a death, played ÷ measured", value: event.stillS / death!.stillS },
    { what: "until current again, played ÷ measured", value: event.currentS / death!.currentS },
  );
  report({
    bench: "capacity",
    unit: "cores",
    measured: points.flatMap(({ tags, low }) =>
      roleNames.map((role) => measured(`${role}, ${tags} tags`, [low.cores[role]])),
    ),
    aims,
    notes: [
      ...points.map(
        (point) => `${point.tags} tags: ${roleNames.map((role) => costText(role, costOf(role, point))).join("; ")}`,
      ),
      `one of two locate processes was killed at ${death!.advertsPerS} adverts/s: a site stood still for at most ${death!.stillS.toFixed(1)} s (played: ${event.stillS.toFixed(1)} s), and history was current after ${death!.currentS.toFixed(1)} s (played: ${event.currentS.toFixed(1)} s); the other process had its partitions after ${death!.takeOverS.toFixed(1)} s and got ${death!.core.toFixed(2)} of a core until then`,
    ],
  });
}

function costOf(role: RoleName, { tags, idle, low, high }: Point): RoleCost {
  return costFrom({
    idle: idle[role],
    tags,
    low: { advertsPerS: low.advertsPerS, cores: low.cores[role] },
    high: { advertsPerS: high.advertsPerS, cores: high.cores[role] },
    processes: processesOf(role),
  });
}

function costText(role: RoleName, { idle, perTag, perAdvert }: RoleCost): string {
  return `${role} idle ${idle.toFixed(3)}, µs a tag ${(perTag * 1e6).toFixed(0)}, µs an advert ${(perAdvert * 1e6).toFixed(1)}`;
}

function modelCores(role: RoleName, tags: number, advertsPerS: number): number {
  const load = {
    gateways: 0,
    tags,
    advertsPerTagS: advertsPerS / tags,
    messagesPerGatewayS: 1,
    movingShare: 0,
    movingHours: 0,
  };
  return busyCores(capacityCosts.roles[role], load, processesOf(role));
}
