import type { Ref } from "@pulse/contract/fields";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { Records, WriteRecord } from "../../platform/writes/record.ts";
import { drawingChanges } from "./drawingChanges.ts";

/** A site as the audit log shows it. */
export function auditFields(site: Site): Record<string, unknown> {
  const { name, owner, lat, lon, beaconType, location, address, phone, settings } = site;
  const floors = site.floorPlans.map((floor) => `${floor.buildingName}: ${floor.name} (${floor.level})`);
  const plans = site.floorPlans.map(({ id, image, corners, ceilingHeightM, elevation }) => ({
    id,
    image,
    corners,
    ceilingHeightM,
    elevation,
  }));
  const underlay = site.underlay && {
    image: site.underlay.image,
    corners: site.underlay.corners,
    opacity: site.underlay.opacity,
  };
  return { name, owner, lat, lon, beaconType, location, address, phone, ...settings, floors, plans, underlay };
}

/** The group that a new site was added to. */
export const opened = (group: Ref | null, { name, customerId }: Site): WriteRecord[] =>
  group === null
    ? []
    : [{ kind: "group", action: "update", customerId, entity: group, changes: changesBetween({}, { sites: [name] }) }];

export function recordOf(
  action: WriteRecord["action"],
  { id, name, customerId }: Site,
  changes: NonNullable<WriteRecord["changes"]> = [],
): WriteRecord {
  return { kind: "site", action, customerId, siteId: id, entity: { id, name }, changes };
}

/** What was drawn on a floor. */
export function drawingRecord(
  { customerId, id: siteId }: Pick<Site, "customerId" | "id">,
  before: FloorPlan,
  after: FloorPlan,
): WriteRecord {
  const entity = { id: after.id, name: after.name };
  return { kind: "floor", action: "update", customerId, siteId, entity, changes: drawingChanges(before, after) };
}

/** A change of a site: an entry for itself, and one for each floor whose drawing has changed. */
export function changeRecords(before: Site, after: Site): Records {
  const changes = changesBetween(auditFields(before), auditFields(after));
  const floors = new Map(before.floorPlans.map((floor) => [floor.id, floor]));
  const [drawn, ...others] = after.floorPlans.flatMap((floor) => {
    const was = floors.get(floor.id);
    const record = was && drawingRecord(after, was, floor);
    return record?.changes?.length ? [record] : [];
  });
  const site = recordOf("update", after, changes);
  if (drawn === undefined) return [site];
  return changes.length > 0 ? [site, drawn, ...others] : [drawn, ...others];
}
