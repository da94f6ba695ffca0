import { distanceM, type LatLon } from "@pulse/geo/latLon";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Kysely } from "kysely";
import type { Bus, GatewayPlace } from "../../platform/bus/bus.ts";
import type { Changed } from "../../platform/bus/changed.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import { type Refresher, refresher } from "../../platform/runtime/refresher.ts";
import type { GatewayHearing } from "./gatewayHearing.ts";
import { type LiveSite, liveSiteOf, type SiteRows } from "./liveSite.ts";
import { moveGateway } from "./mobileGateways.ts";
import { partsOf, readParts, type SitePart } from "./siteParts.ts";
import { siteRowsRepository } from "./siteRows.repository.ts";
import { siteTables } from "./siteTables.ts";

export interface SiteModels {
  /** Null: there is no such site. Rejects if it cannot be read and never was. */
  of(siteId: string): Promise<LiveSite | null>;
  /** The model if it is in memory; undefined: it is being read for the first time. */
  ready(siteId: string): LiveSite | null | undefined;
  /** Resolves when every announced change has been read, or could not be. */
  settled(): Promise<void>;
  /**
   * A mobile gateway has reported its place; `stayed`: it has hardly moved.
   * @param isReported whether lists and maps get it from another process
   */
  move(place: GatewayPlace, isReported?: boolean): "moved" | "stayed";
  /** The models in memory of some sites. */
  loaded(of: (siteId: string) => boolean): SiteModel[];
  /** Forgets sites, which are read again when they are needed. */
  drop(of: (siteId: string) => boolean): void;
  /** Since when changes of some site could not be read, ms; null: all of them were. */
  staleSinceMs(): number | null;
  close(): Promise<void>;
}

/** A mobile gateway's newest place, and where it was when it last counted as moved. */
interface ReportedPlace {
  place: GatewayPlace;
  since: LatLon;
  /** Whether it was reported to lists and maps. */
  isReported: boolean;
}

/** A site in memory: the rows that were read, and what was built from them. */
interface Entry {
  rows: SiteRows | null;
  site: LiveSite | null | undefined;
  copy: Refresher<SitePart>;
}

/** What a gateway has heard within this distance of its present place counts as heard here, m. */
export const stayedM = 5;

/**
 * Site models in memory, read when first needed. When the bus announces a change, only the part of a model that changed
 * is read again, and the model is rebuilt only if that part affects it. Until then, and while the database is away, the
 * old one stays in use.
 */
export function siteModels(parts: {
  db: Kysely<Database>;
  bus: Bus;
  status: Pick<DeviceStatus, "gatewayMoved">;
  hearing: Pick<GatewayHearing, "restore">;
  now(): number;
  random(): number;
  problem(error: unknown): void;
}): SiteModels {
  const { bus, status, hearing } = parts;
  const stored = siteRowsRepository(parts.db);
  const tables = siteTables();
  const entries = new Map<string, Entry>();
  const places = new Map<string, ReportedPlace>();

  /** False: the place cannot be used. */
  const settle = (site: LiveSite, reported: ReportedPlace): boolean => {
    const { gatewayId, atMs, lat, lon, accuracyM } = reported.place;
    const moved = moveGateway(site, reported.place);
    if (moved && !reported.isReported) status.gatewayMoved(gatewayId, { atMs, lat, lon, accuracyM, ...moved });
    reported.isReported = true;
    return moved !== null;
  };
  const placeMobiles = (site: LiveSite): void => {
    // After a restart gateways are at their last stored place until they report a newer one.
    for (const place of site.mobile.stored)
      if (!places.has(place.gatewayId)) places.set(place.gatewayId, { place, since: place, isReported: true });
    for (const reported of places.values()) if (reported.place.siteId === site.id) settle(site, reported);
  };

  const entryOf = (siteId: string): Entry => {
    const known = entries.get(siteId);
    if (known !== undefined) return known;
    const entry: Entry = {
      rows: null,
      site: undefined,
      copy: refresher<SitePart>({
        ...parts,
        read: async (siteParts) => {
          entry.rows = await readParts(stored, siteId, entry.rows, siteParts);
          const site =
            entry.rows && (await liveSiteOf(entry.rows, entry.site, tables, () => stored.earlierCalibrations(siteId)));
          if (site && !entry.site) await hearing.restore(site);
          entry.site = site;
          if (site) placeMobiles(site);
        },
      }),
    };
    entries.set(siteId, entry);
    entry.copy.request({ part: "all" });
    return entry;
  };

  bus.subscribe("changed", (changed: Changed) => {
    for (const [siteId, { rows, copy }] of entries) {
      const stale = partsOf(changed, siteId, rows);
      if (stale.length > 0) copy.request(...stale);
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
    move: (place, isReported = false) => {
      const previous = places.get(place.gatewayId);
      const stayed = previous?.place.siteId === place.siteId && distanceM(previous.since, place) < stayedM;
      const reported = { place, since: stayed ? previous.since : place, isReported };
      const site = ready(place.siteId);
      if (site && !settle(site, reported)) return "stayed";
      places.set(place.gatewayId, reported);
      return stayed ? "stayed" : "moved";
    },
    loaded: (of) => [...entries].flatMap(([siteId, { site }]) => (site && of(siteId) ? [site.model] : [])),
    drop: (of) => {
      for (const [siteId, { copy }] of entries) {
        if (!of(siteId)) continue;
        copy.close();
        entries.delete(siteId);
      }
      for (const [gatewayId, { place }] of places) if (of(place.siteId)) places.delete(gatewayId);
    },
    staleSinceMs: () => {
      const since = [...entries.values()].map(({ copy }) => copy.staleSinceMs()).filter((atMs) => atMs !== null);
      return since.length > 0 ? Math.min(...since) : null;
    },
    close: () => {
      for (const { copy } of entries.values()) copy.close();
      return tables.close();
    },
  };
}
