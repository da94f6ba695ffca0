import { z } from "zod";
import { areas } from "./areas.ts";
import { Id } from "./fields.ts";

export { areas };
export type Area = (typeof areas)[number];
export const Area = z.enum(areas);

export const letters = ["c", "r", "u", "d"] as const;
export type Letter = (typeof letters)[number];
export const Letter = z.enum(letters);

const crud = letters;
/** Which letters each area has; 42 operations in all (shapes S3). */
export const lettersOf: Readonly<Record<Area, readonly Letter[]>> = {
  site_management: crud,
  asset_management: crud,
  identifier_management: crud,
  hardware_management: crud,
  geofence_management: crud,
  role_management: crud,
  group_management: crud,
  user_management: crud,
  mobile_gateway: ["r", "u"],
  asset_download: ["r"],
  asset_identifier_link_management: ["c", "u", "d"],
  mobile_beacon_ring: ["c"],
  location_elevation: ["r", "u"],
  report_download: ["c"],
};

export interface Need {
  area: Area;
  letter: Letter;
}

export const AccessMap = z.record(Area, z.array(Letter));
export type AccessMap = z.infer<typeof AccessMap>;

export const Operation = z.object({ id: Id, area: Area, letter: Letter, name: z.string() }).meta({ id: "Operation" });
export type Operation = z.infer<typeof Operation>;

/** An access map with nothing in it: product.md's None in all 14 areas. */
export function noAccess(): AccessMap {
  return Object.fromEntries(areas.map((area) => [area, [] as Letter[]])) as AccessMap;
}

/** An access map with all 42 operations: a superadmin's. */
export function fullAccess(): AccessMap {
  return Object.fromEntries(areas.map((area) => [area, [...lettersOf[area]]])) as AccessMap;
}

/** Whether `access` grants one need. */
export function grants(access: AccessMap, need: Need): boolean {
  return access[need.area]?.includes(need.letter) ?? false;
}

/** What a route or a control requires. An empty `all` always passes: product.md's feature "none". */
export type Requirement = { any: readonly Need[] } | { all: readonly Need[] };

/** Whether `access` meets a requirement. */
export function can(access: AccessMap, requirement: Requirement): boolean {
  return "any" in requirement
    ? requirement.any.some((need) => grants(access, need))
    : requirement.all.every((need) => grants(access, need));
}

const read = (area: Area): Need => ({ area, letter: "r" });

/** The pages of product.md section 6, each with the areas of which the caller must be able to read at least one. */
export const pageNeeds = {
  sites: { any: [read("site_management")] },
  map: { any: [read("asset_management"), read("hardware_management")] },
  devices: { any: [read("identifier_management"), read("hardware_management")] },
  geofences: { any: [read("geofence_management")] },
  assets: { any: [read("asset_management")] },
  roles: { any: [read("role_management")] },
  groups: { any: [read("group_management")] },
  users: { any: [read("user_management")] },
} as const satisfies Record<string, Requirement>;
export type Page = keyof typeof pageNeeds;

/** The operations of the predefined roles (shapes S3), before they are limited to those the customer has. */
export const predefinedRoles = {
  Administrator: (_area: Area, _letter: Letter): boolean => true,
  Manager: (area: Area, letter: Letter): boolean =>
    letter === "r" || !["role_management", "group_management", "user_management"].includes(area),
  Operator: (area: Area, _letter: Letter): boolean =>
    [
      "asset_management",
      "identifier_management",
      "asset_identifier_link_management",
      "mobile_beacon_ring",
      "asset_download",
    ].includes(area) ||
    (area === "location_elevation" && _letter === "r"),
  Viewer: (area: Area, letter: Letter): boolean =>
    letter === "r" &&
    [
      "site_management",
      "asset_management",
      "identifier_management",
      "hardware_management",
      "geofence_management",
      "location_elevation",
    ].includes(area),
} as const;
