import type { Kysely } from "kysely";
import type { Database } from "../platform/database/schema.ts";
import { fits } from "../platform/broker/topicAccess.ts";
import type { RetainedMessage } from "../platform/broker/broker.ts";
import { locationsText } from "./liveServer.ts";
import { retainedPlacesRepository, type RetainingSite } from "./retainedPlaces.repository.ts";

/** The topic of a site's positions (contract section 6). */
export const locationsTopic = ({ customerGuid, guid }: { customerGuid: string; guid: string }): string =>
  `pulse/v1/${customerGuid}/${guid}/locations`;

export type RetainedPlaces = ReturnType<typeof retainedPlaces>;

/**
 * The latest positions of a site as one retained message, if its customer has chosen that. They are read when somebody
 * asks, so nothing is kept twice.
 */
export function retainedPlaces(db: Kysely<Database>) {
  const stored = retainedPlacesRepository(db);
  const messageOf = async (site: RetainingSite): Promise<RetainedMessage> => ({
    topic: locationsTopic(site),
    payload: locationsText(await stored.updates(site.id)),
  });
  return {
    sites: () => stored.sites(),
    messageOf,

    /** What a listener gets for the filters that it has just subscribed to, all of one customer's topics. */
    async *answer(filters: readonly string[]): AsyncGenerator<RetainedMessage> {
      for (const customerGuid of new Set(filters.flatMap(customerIn)))
        for (const site of await stored.sites(customerGuid))
          if (filters.some((filter) => fits(filter, locationsTopic(site)))) yield await messageOf(site);
    },
  };
}

function customerIn(filter: string): string[] {
  const [, guid] = /^pulse\/v1\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//.exec(filter) ?? [];
  return guid === undefined ? [] : [guid];
}
