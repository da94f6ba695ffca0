import type { Behaviour } from "../demo/model.ts";
import type { Random } from "@pulse/positioning/model/seededRandom";
import { pick } from "../random.ts";
import { shortestRoute, type SiteNode } from "./siteNodes.ts";

/** Where a thing is at a moment. */
export interface Whereabouts {
  floor: string;
  x: number;
  y: number;
  moving: boolean;
  /** The direction it faces, radians in the floor's frame. */
  heading: number;
}

/** Something that moves: `advance` moves it to a later moment and returns where it is then. */
export interface Walker {
  advance(elapsedS: number): Whereabouts;
}

type Roaming = Extract<Behaviour, { kind: "roaming" }>;

/** A thing that walks along the ways between randomly chosen stops and dwells at each. */
export function newWalker(behaviour: Roaming, nodes: readonly SiteNode[], random: Random): Walker {
  const stops = nodes.flatMap((node, index) =>
    behaviour.stops.some((stop) => stop.floor === node.floor && stop.place === node.place) ? [index] : [],
  );
  const startNode = pick(random, stops);
  const start = nodes[startNode];
  const here: Whereabouts = {
    floor: start?.floor ?? "",
    x: start?.x ?? 0,
    y: start?.y ?? 0,
    moving: false,
    heading: random() * 2 * Math.PI,
  };
  let way: number[] = [startNode];
  let leg = 0;
  let legDoneM = 0;
  let dwellLeftS = random() * behaviour.dwellS[1];
  let speedMps = behaviour.speedMps;

  const depart = (): void => {
    const from = way.at(-1) ?? startNode;
    const others = stops.filter((stop) => stop !== from);
    way = shortestRoute(nodes, from, others.length > 0 ? pick(random, others) : from);
    [leg, legDoneM] = [0, 0];
    speedMps = behaviour.speedMps * (0.8 + 0.4 * random());
  };
  const arrive = (): void => {
    dwellLeftS = behaviour.dwellS[0] + random() * (behaviour.dwellS[1] - behaviour.dwellS[0]);
    here.moving = false;
    here.heading += (random() - 0.5) * Math.PI;
  };
  /** Spends up to `leftS` on the current leg and returns the time left. */
  const walk = (leftS: number): number => {
    const [from, to] = [nodes[way[leg] ?? -1], nodes[way[leg + 1] ?? -1]];
    if (!from || !to) {
      arrive();
      return leftS;
    }
    const lengthM = Math.max(0.01, from.links.find((each) => each.to === way[leg + 1])?.lengthM ?? 0);
    const goM = Math.min(lengthM - legDoneM, leftS * speedMps);
    legDoneM += goM;
    const share = legDoneM / lengthM;
    here.moving = true;
    here.floor = share < 0.5 ? from.floor : to.floor;
    here.x = from.x + (to.x - from.x) * share;
    here.y = from.y + (to.y - from.y) * share;
    if (from.floor === to.floor) here.heading = Math.atan2(to.y - from.y, to.x - from.x);
    if (legDoneM >= lengthM - 1e-9) [leg, legDoneM] = [leg + 1, 0];
    return leftS - goM / speedMps;
  };
  return {
    advance: (elapsedS) => {
      for (let leftS = elapsedS; leftS > 1e-6;) {
        if (dwellLeftS > 0) {
          const spent = Math.min(dwellLeftS, leftS);
          dwellLeftS -= spent;
          leftS -= spent;
          if (dwellLeftS <= 0) depart();
        } else leftS = walk(leftS);
      }
      return here;
    },
  };
}
