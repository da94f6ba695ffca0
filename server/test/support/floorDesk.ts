import { placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { expect } from "vitest";
import { type Answer, call } from "./api.ts";
import { floorsOf, northWest, type siteDesk, southEast } from "./siteForms.ts";
import type { TestPulse } from "./testPulse.ts";

export interface Drawn {
  version: number;
  outline: LatLon[] | null;
  walls: { id: string; points: LatLon[] }[];
  rooms: { id: string; name: string; area: LatLon[] }[];
}
export interface FloorDesk {
  siteId: string;
  floorId: string;
  draw(body: object): Promise<Answer>;
  /** Draws, and expects that the drawing is accepted. */
  drawn(body: object): Promise<Drawn>;
  site(): Promise<Record<string, unknown>>;
}

const plan = placePlan({ northWest, southEast, rotationDeg: 0 });
/** A place by metres to the right of and below the plan's top-left corner. */
export const at = (x: number, y: number): LatLon => plan.toLatLon({ x, y });
export const box = (x: number, y: number, size = 4): LatLon[] => [
  at(x, y),
  at(x + size, y),
  at(x + size, y + size),
  at(x, y + size),
];
export const room = (name: string, x = 2, more: object = {}) => ({ name, kind: null, area: box(x, 2), ...more });

/** A site of one floor, 41 × 22 m, on which nothing is drawn. */
export async function floorDesk(pulse: TestPulse, desk: Awaited<ReturnType<typeof siteDesk>>): Promise<FloorDesk> {
  const made = await desk.made();
  const [siteId, floorId] = [String(made["id"]), String(floorsOf(made)[0]!["id"])];
  const path = `sites/${siteId}/floors/${floorId}/drawing`;
  const draw = (body: object) => call(pulse, "PUT", path, { token: desk.token, body });
  return {
    siteId,
    floorId,
    draw,
    drawn: async (body) => {
      const answer = await draw(body);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      return answer.content as unknown as Drawn;
    },
    site: async () => (await desk.get(siteId)).content,
  };
}
