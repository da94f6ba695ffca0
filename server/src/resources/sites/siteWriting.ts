import { AppError } from "@pulse/contract/errors";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { type FloorPlan, type Site, type SiteBody, type SiteChange, SiteSettings } from "@pulse/contract/sites";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { withConstraintRefusals, notUnique, inUse } from "../../platform/access/refusals.ts";
import type { Database } from "../../platform/database/schema.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { Plans } from "../../platform/files/plans.ts";
import type { FormFiles } from "../../platform/http/formRoute.ts";
import { isSame, refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { ProvisionAccount } from "../../platform/devices/provisionAccount.ts";
import { hashSecret, newSecret, unusedMqttPair } from "../../platform/devices/secrets.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import type { MqttAddress } from "../../platform/devices/mqttAddress.ts";
import type { Write } from "../../platform/writes/write.ts";
import { copyFloorContents, refuseCopies } from "./floorCopies.ts";
import { isLayoutChanged } from "./floorChange.ts";
import { followRooms } from "./roomFences.ts";
import type { BuildingToStore } from "./layoutToStore.ts";
import { layoutOf } from "./siteLayout.ts";
import { changeRecords, auditFields, opened, recordOf } from "./siteRecords.ts";
import type { SitesRepository } from "./sites.repository.ts";
import { refuseStaleFloors } from "./staleFloors.ts";
import * as stored from "./siteWrites.repository.ts";

type Body = z.output<typeof SiteBody>;
/** As zod gives optional fields. */
type Loosely<T> = { [K in keyof T]?: T[K] | undefined };
type Change = z.output<typeof SiteChange>;

export type SiteWriting = ReturnType<typeof siteWriting>;

/**
 * How sites are read, over a transaction if one is given, so that a write sees what it has written. What a reader needs
 * from outside is read before the transaction begins.
 */
export type SiteReaders = () => Promise<(trx?: Kysely<Database>) => SitesRepository>;

/** Making, changing and deleting sites with their buildings, floors and plans. */
export function siteWriting(parts: {
  readers: SiteReaders;
  plans: Plans;
  mqtt: MqttAddress;
  provisionAccount: ProvisionAccount;
}) {
  const { mqtt } = parts;

  const find = async (id: string): Promise<Site> => {
    const site = await (await parts.readers())().find(id);
    if (!site) throw new AppError("not_found");
    return site;
  };
  const inTransaction = async (
    trx: WriteTransaction,
    id: string,
    readers: (trx?: Kysely<Database>) => SitesRepository,
  ): Promise<Site> => (await readers(trx).find(id))!;

  const checkedLayout = (viewer: Viewer, buildings: Body["buildings"], site: Site | null, files: FormFiles) => {
    if (buildings === undefined) return null;
    const carriesElevation = buildings.some(({ floors }) => floors.some(({ elevation }) => elevation !== undefined));
    if (carriesElevation && !viewer.access.location_elevation.includes("u"))
      throw new AppError("operation_not_allowed");
    refuseCopies(viewer, buildings);
    const plans = site?.floorPlans ?? [];
    return layoutOf(buildings, {
      stored: plans,
      images: new Set(plans.flatMap(({ image }) => image ?? [])),
      hasPart: (name) => files.has(name),
      newId: uuidv7,
    });
  };
  const unique = <T>(write: () => Promise<T>): Promise<T> =>
    withConstraintRefusals(
      {
        sites_name_key: () => notUnique("name", "Site"),
        // Somebody gave a thing the name that a copy was about to get.
        hardwares_name_key: () => new AppError("conflict"),
        geofences_name_key: () => new AppError("conflict"),
      },
      write,
    );

  return {
    create: async (write: Write<Site>, customerId: string, body: Body, files: FormFiles): Promise<Site> => {
      const layout = checkedLayout(write.viewer, body.buildings, null, files) ?? [];
      const readers = await parts.readers();
      const password = newSecret();
      const id = uuidv7();
      const site = { id, guid: uuidv7(), customerId, ...fieldsAfter(null, body) };
      const pair = { mqttUsername: unusedMqttPair("site").mqtt_username, mqttSecretHash: hashSecret(password) };
      return parts.plans.store(partsOf(layout), files, customerId, (plans) =>
        unique(() =>
          write.commit(async (trx) => {
            await stored.insertSite(trx, { ...site, ...pair });
            await plans.remember(trx, { customerId, siteId: id });
            await stored.writeLayout(trx, id, layout, plans);
            // Whoever makes a site can enter it.
            const { groupId } = write.viewer;
            const group = groupId === null ? null : await stored.openToGroup(trx, id, groupId);
            const created = await inTransaction(trx, id, readers);
            await parts.provisionAccount(trx, pair.mqttUsername, password);
            return {
              content: { ...whole(created), password },
              records: [
                recordOf("create", created, changesBetween({}, auditFields(created))),
                ...opened(group, created),
              ],
            };
          }),
        ),
      );
    },

    /**
     * What is left out stays, and if nothing changes, nothing is written. A floor with gateways or geofences on it
     * cannot be left out of the list of floors.
     */
    change: async (write: Write<Site>, id: string, { version, ...body }: Change, files: FormFiles): Promise<Site> => {
      const seen = await find(id);
      const layout = checkedLayout(write.viewer, body.buildings, seen, files);
      const refuseLate = (site: Site): void => {
        refuseStale(version, { ...site }, { ...body, buildings: undefined });
        refuseStaleFloors(body.buildings, site.floorPlans);
      };
      const isSameSite = isSame(fieldsAfter(seen, body), fieldsAfter(seen, {}));
      if (isSameSite && !(layout && isLayoutChanged(seen.floorPlans, layout))) {
        refuseLate(seen);
        return write.unchanged(whole(seen));
      }
      const readers = await parts.readers();
      return parts.plans.store(partsOf(layout ?? []), files, seen.customerId, (plans) =>
        unique(() =>
          write.commit(async (trx) => {
            if (!(await stored.lockSite(trx, id))) throw new AppError("not_found");
            const before = await inTransaction(trx, id, readers);
            refuseLate(before);
            // The layout was made for the site as it was seen.
            if (layout && !isSame(versionsOf(before), versionsOf(seen))) throw new AppError("conflict");
            const place = { customerId: before.customerId, siteId: id };
            await plans.remember(trx, place);
            await stored.updateSite(trx, id, before.version + 1, fieldsAfter(before, body));
            if (layout) {
              await refuseUsed(trx, before, layout);
              await stored.writeLayout(trx, id, layout, plans);
            }
            const after = await inTransaction(trx, id, readers);
            const copies = await copyFloorContents(trx, after, layout ?? []);
            const followed = await followRooms(trx, after, before.floorPlans, after.floorPlans);
            return {
              content: whole(copies.length === 0 ? after : await inTransaction(trx, id, readers)),
              records: [...changeRecords(before, after), ...copies, ...followed],
            };
          }),
        ),
      );
    },

    /** Throws `in_use` with what is in it, unless all of that goes too. Its history can no longer be read. */
    remove: async (write: Write<{ id: string }>, id: string, cascade: boolean): Promise<{ id: string }> => {
      const site = await find(id);
      return write.commit(async (trx) => {
        if (!(await stored.lockSite(trx, id))) throw new AppError("not_found");
        const uses = await stored.usesOf(trx, id);
        if (!cascade) refuseFull(uses);
        await stored.removeSite(trx, id);
        return { content: { id }, records: [recordOf("delete", site, changesBetween(auditFields(site), {}))] };
      });
    },

    /** A new password. The old one ends at once, and whoever is connected with it is disconnected. */
    newCredentials: async (write: Write<MqttCredentials>, id: string): Promise<MqttCredentials> => {
      const site = await find(id);
      const mqttPassword = newSecret();
      return write.commit(async (trx) => {
        const customerGuid = await stored.setSiteSecret(trx, id, hashSecret(mqttPassword));
        if (customerGuid === null) throw new AppError("not_found");
        await parts.provisionAccount(trx, site.username, mqttPassword);
        const content: MqttCredentials = {
          mqttGuid: site.guid,
          mqttUsername: site.username,
          mqttPassword,
          ...mqtt(),
          publishTopics: [],
          subscribeTopics: [`pulse/v1/${customerGuid}/${site.guid}/#`],
        };
        return { content, records: [recordOf("credentials_reset", site)] };
      });
    },
  };
}

/** The parts of the form that contain floors' plans. */
const partsOf = (layout: readonly BuildingToStore[]) =>
  layout.flatMap(({ floors }) => floors.flatMap(({ image }) => ("part" in image ? [image] : [])));

function fieldsAfter(before: Site | null, body: Loosely<Body>): stored.SiteFields {
  const text = (key: "owner" | "beaconType" | "location" | "address" | "phone"): string | null => {
    const value = body[key];
    return value === undefined ? (before?.[key] ?? null) : value || null;
  };
  return {
    name: body.name ?? before!.name,
    owner: text("owner"),
    // An empty coordinate is 0.
    lat: (body.lat === undefined ? before?.lat : body.lat) ?? 0,
    lon: (body.lon === undefined ? before?.lon : body.lon) ?? 0,
    beaconType: text("beaconType"),
    location: text("location"),
    address: text("address"),
    phone: text("phone"),
    settings: changedSettings(SiteSettings.parse({ ...before?.settings, ...body.settings })),
  };
}

/** Only what differs from the defaults is stored. */
function changedSettings(settings: SiteSettings): Partial<SiteSettings> {
  const defaults = SiteSettings.parse({});
  const keys = Object.keys(defaults) as (keyof SiteSettings)[];
  return Object.fromEntries(keys.filter((key) => settings[key] !== defaults[key]).map((key) => [key, settings[key]]));
}

async function refuseUsed(trx: WriteTransaction, before: Site, layout: readonly BuildingToStore[]): Promise<void> {
  const remainingIds = new Set(layout.flatMap(({ floors }) => floors.map(({ id }) => id)));
  const removedIds = before.floorPlans.filter(({ id }) => !remainingIds.has(id)).map(({ id }) => id);
  const items = await stored.gatewaysOn(trx, removedIds);
  const fences = await stored.geofencesOn(trx, removedIds);
  if (items.length + fences.length > 0)
    throw inUse("Floor", [
      { path: "buildings", items },
      { path: "buildings", items: fences },
    ]);
}

function refuseFull(uses: stored.Uses): void {
  const details = Object.entries(uses)
    .filter(([, count]) => count > 0)
    .map(([path, count]) => ({
      path,
      code: "in_use",
      message: `${count} ${count === 1 ? path.slice(0, -1) : path}`,
    }));
  if (details.length > 0) throw new AppError("in_use", { values: { entity: "Site" }, details });
}

const versionsOf = ({ version, floorPlans }: Site) => [version, floorPlans.map((floor) => [floor.id, floor.version])];

const whole = (site: Site): Site => ({ ...site, buildings: buildingsOf(site) });

/** A site's buildings with their floors, by building name and level. */
export function buildingsOf(site: Site): NonNullable<Site["buildings"]> {
  const buildings = Map.groupBy(site.floorPlans, (plan: FloorPlan) => plan.buildingId);
  return [...buildings].map(([id, floors]) => ({ id, name: floors[0]!.buildingName, floors }));
}
