import type { DemoSite, FloorPoint } from "../demo/model.ts";

/** A node of the whole site: a place on a floor and the links from it. */
export interface SiteNode extends FloorPoint {
  floor: string;
  place: string | null;
  /** Neighbours and their distances; riding a lift counts as the metres one would walk meanwhile. */
  links: { to: number; lengthM: number }[];
}

/** A lift ride of one level takes as long as walking this many metres. */
const LIFT_M = 12;

/** The walkable graph of a site: its floors' graphs, joined at the shafts of each building. */
export function siteNodes(site: DemoSite): SiteNode[] {
  const nodes: SiteNode[] = [];
  for (const building of site.buildings) {
    const shafts: { name: string; node: number; level: number }[] = [];
    for (const floor of building.floors) {
      const first = nodes.length;
      for (const { x, y, place } of floor.walk.nodes) nodes.push({ x, y, place, floor: floor.key, links: [] });
      for (const [a, b] of floor.walk.edges) join(nodes, first + a, first + b);
      for (const { name, node } of floor.walk.shafts) shafts.push({ name, node: first + node, level: floor.level });
    }
    for (const one of shafts)
      for (const other of shafts)
        if (one.name === other.name && one.level < other.level)
          join(nodes, one.node, other.node, LIFT_M * (other.level - one.level));
  }
  return nodes;
}

/** The shortest route between two nodes, both included; empty if there is none (Dijkstra). */
export function shortestRoute(nodes: readonly SiteNode[], from: number, to: number): number[] {
  const distanceM = new Map([[from, 0]]);
  const before = new Map<number, number>();
  const done = new Set<number>();
  for (;;) {
    let nearest = -1;
    let nearestM = Infinity;
    for (const [node, reach] of distanceM) if (!done.has(node) && reach < nearestM) [nearest, nearestM] = [node, reach];
    if (nearest < 0) return [];
    if (nearest === to) return unwind(before, from, to);
    done.add(nearest);
    for (const { to: next, lengthM } of nodes[nearest]?.links ?? []) {
      if (nearestM + lengthM >= (distanceM.get(next) ?? Infinity)) continue;
      distanceM.set(next, nearestM + lengthM);
      before.set(next, nearest);
    }
  }
}

function unwind(before: ReadonlyMap<number, number>, from: number, to: number): number[] {
  const route = [to];
  for (let node = to; node !== from;) {
    node = before.get(node) ?? from;
    route.unshift(node);
  }
  return route;
}

function join(nodes: readonly SiteNode[], a: number, b: number, lengthM?: number): void {
  const [from, to] = [nodes[a], nodes[b]];
  if (!from || !to) return;
  const metres = lengthM ?? Math.hypot(from.x - to.x, from.y - to.y);
  from.links.push({ to: b, lengthM: metres });
  to.links.push({ to: a, lengthM: metres });
}
