import { distanceM, type LatLon } from "@pulse/geo/latLon";
import type { Kysely } from "kysely";
import type { Bus, GatewayPlace } from "../adapters/bus/bus.ts";
import type { Changed } from "../adapters/bus/changed.ts";
import type { Database } from "../adapters/database/schema.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import { type Refresher, refresher } from "../refresher.ts";
import { type LiveSite, liveSiteOf, type SiteRows } from "./liveSite.ts";
import { moveGateway } from "./mobileGateways.ts";
import { partsOf, readParts, type SitePart } from "./siteParts.ts";
import { siteRowsRepository } from "./siteRows.repository.ts";

export interface SiteModels {
  /** Null: there is no such site. Rejects when it cannot be read and never was. */
  of(siteId: string): Promise<LiveSite | null>;
  /** The model when it is in memory; undefined: it is being read for the first time. */
  ready(siteId: string): LiveSite | null | undefined;
  /** Waits until what was announced as changed has been read, or could not be. */
  settled(): Promise<void>;
  /** A mobile gateway has told its place; `stayed`: it is where it was. */
  move(place: GatewayPlace): "moved" | "stayed";
  /** Since when changes of some site could not be read, ms; null: all of them were. */
  staleSinceMs(): number | null;
  close(): void;
}

/** A mobile gateway's newest place, and where it was when it last counted as moved. */
interface KnownPlace {
  place: GatewayPlace;
  since: LatLon;
  /** Lists and maps have been told. */
  told: boolean;
}

/** A site in memory: what was read of it, and what was made of that. */
interface Entry {
  rows: SiteRows | null;
  site: LiveSite | null | undefined;
  copy: Refresher<SitePart>;
}

/** What a gateway has heard within this of where it is now was as good as heard here, m. */
const stayedM = 5;

/**
 * Site models in memory, read when first asked for. Of what the bus says has changed, the part that a model holds is read
 * again; the model is built anew only where that part shapes it. Until then, and while the database is away, the old one
 * goes on serving.
 */
export function siteModels(parts: {
  db: Kysely<Database>;
  bus: Bus;
  status: Pick<DeviceStatus, "moved">;
  now(): number;
  random(): number;
  problem(error: unknown): void;
}): SiteModels {
  const { bus, status } = parts;
  const stored = siteRowsRepository(parts.db);
  const entries = new Map<string, Entry>();
  const places = new Map<string, KnownPlace>();

  /** False: that place is of no use. */
  const settle = (site: LiveSite, known: KnownPlace): boolean => {
    const { hardwareId, atMs, lat, lon, accuracyM } = known.place;
    const moved = moveGateway(site, known.place);
    if (moved && !known.told) status.moved(hardwareId, { atMs, lat, lon, accuracyM, ...moved });
    known.told = true;
    return moved !== null;
  };
  const placeMobiles = (site: LiveSite): void => {
    // After a restart gateways are where they were, until they tell anything newer.
    for (const place of site.mobile.stored)
      if (!places.has(place.hardwareId)) places.set(place.hardwareId, { place, since: place, told: true });
    for (const known of places.values()) if (known.place.siteId === site.id) settle(site, known);
  };

  const entryOf = (siteId: string): Entry => {
    const known = entries.get(siteId);
    if (known !== undefined) return known;
    const entry: Entry = {
      rows: null,
      site: undefined,
      copy: refresher<SitePart>({
        ...parts,
        read: async (asked) => {
          entry.rows = await readParts(stored, siteId, entry.rows, asked);
          entry.site = entry.rows && liveSiteOf(entry.rows, entry.site);
          if (entry.site) placeMobiles(entry.site);
        },
      }),
    };
    entries.set(siteId, entry);
    entry.copy.ask({ part: "all" });
    return entry;
  };

  bus.subscribe("changed", (changed: Changed) => {
    for (const [siteId, { rows, copy }] of entries) {
      const asked = partsOf(changed, siteId, rows);
      if (asked.length > 0) copy.ask(...asked);
    }
  });

  const ready = (siteId: string): LiveSite | null | undefined => entryOf(siteId).site;
  return {
    of: async (siteId) => {
      const entry = entryOf(siteId);
      await entry.copy.settled();
      if (entry.site === undefined) throw new Error(`site ${siteId} could not be read yet`);
      return entry.site;
    },
    ready,
    settled: async () => {
      await Promise.all([...entries.values()].map(({ copy }) => copy.settled()));
    },
    move: (place) => {
      const before = places.get(place.hardwareId);
      const stayed = before?.place.siteId === place.siteId && distanceM(before.since, place) < stayedM;
      const known = { place, since: stayed ? before.since : place, told: false };
      const site = ready(place.siteId);
      if (site && !settle(site, known)) return "stayed";
      places.set(place.hardwareId, known);
      return stayed ? "stayed" : "moved";
    },
    staleSinceMs: () => {
      const since = [...entries.values()].map(({ copy }) => copy.staleSinceMs()).filter((atMs) => atMs !== null);
      return since.length > 0 ? Math.min(...since) : null;
    },
    close: () => {
      for (const { copy } of entries.values()) copy.close();
    },
  };
}
