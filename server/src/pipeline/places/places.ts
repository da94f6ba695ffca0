import type { RoomGuess, Section } from "@pulse/contract/fields";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { placesRepository } from "./places.repository.ts";

/** Names of a site's places: the building and floor, and gateways. */
export interface Places {
  sections(floorId: string | null): Section[];
  /** "Building · Floor", with the room if it is known, or an empty text if it is on no floor. */
  location(floorId: string | null, room?: Pick<RoomGuess, "name"> | null): string;
  buildingId(floorId: string | null): string | null;
  gateway(id: string | null): { guid: string; name: string } | null;
}

/**
 * Reads the names of a site's buildings, floors and gateways, including deleted gateways, since history names them.
 * @param gatewayIds the gateways to name; by default all of the site
 */
export async function placesOf(
  db: Kysely<Database>,
  siteId: string,
  gatewayIds?: Iterable<string | null>,
): Promise<Places> {
  const named = gatewayIds === undefined ? "all" : [...new Set(gatewayIds)].filter((id) => id !== null);
  const stored = placesRepository(db);
  const floors = await stored.floors(siteId);
  const gateways = await stored.gateways(siteId, named);
  const sections = new Map(
    floors.map((floor): [string, Section[]] => [
      floor.id,
      [
        { kind: "building", id: floor.building_id, name: floor.building_name },
        { kind: "floor", id: floor.id, name: floor.name },
      ],
    ]),
  );
  const names = new Map(gateways.map((gateway) => [gateway.id, { guid: gateway.guid, name: gateway.name }]));
  const of = (floorId: string | null): Section[] => (floorId === null ? [] : (sections.get(floorId) ?? []));
  return {
    sections: of,
    location: (floorId, room = null) => locationText(of(floorId), room),
    buildingId: (floorId) => of(floorId)[0]?.id ?? null,
    gateway: (id) => (id === null ? null : (names.get(id) ?? null)),
  };
}

/** A place in words, from the largest part to the smallest. */
export function locationText(sections: readonly Pick<Section, "name">[], room: Pick<RoomGuess, "name"> | null): string {
  return [...sections, ...(room ? [room] : [])].map(({ name }) => name).join(" · ");
}

/** The room of a stored position. */
export function roomOf(row: {
  room_id: string | null;
  room_name: string | null;
  room_probability: number | null;
}): RoomGuess | null {
  const { room_id: id, room_name: name, room_probability: probability } = row;
  return id === null || name === null || probability === null ? null : { id, name, probability };
}
