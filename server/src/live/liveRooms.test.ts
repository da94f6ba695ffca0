import { type AccessMap, type Area, areas } from "@pulse/contract/access";
import { describe, expect, test } from "vitest";
import { nobody, type Viewer } from "../platform/http/viewer.ts";
import { notificationRoom, roomsOf } from "./liveRooms.ts";

const place = { siteId: "site", customerId: "customer" };

/** Somebody of the customer who may read these areas. */
function reader(read: readonly Area[], siteIds: ReadonlySet<string> | null = null): Viewer {
  const access = Object.fromEntries(areas.map((area) => [area, read.includes(area) ? ["r"] : []])) as AccessMap;
  return { ...nobody, customerId: place.customerId, access, siteIds };
}

type Notice = Parameters<typeof notificationRoom>[0];
const notice = (of: Partial<Notice["audience"]>): Notice =>
  ({ notification: place, audience: { level: "site", area: null, isCrossing: false, userId: null, ...of } }) as Notice;
const reaches = (viewer: Viewer, about: Notice): boolean => roomsOf(viewer, place).includes(notificationRoom(about));

describe("news of assets that enter and leave geofences", () => {
  const crossing = notice({ area: "geofence_management", isCrossing: true });
  test.each<[whether: "reach" | "do not reach", read: Area[]]>([
    ["reach", ["asset_management", "geofence_management"]],
    ["do not reach", ["asset_management"]],
    ["do not reach", ["geofence_management"]],
  ])("%s people who may read only %s", (whether, read) => {
    expect(reaches(reader(read), crossing)).toBe(whether === "reach");
  });
});

describe("news of a whole customer's sites", () => {
  const ofSites = notice({ level: "customer", area: "site_management" });
  test("reach people whose group opens all sites", () => {
    expect(reaches(reader(["site_management"]), ofSites)).toBe(true);
  });

  test("do not reach people whose group opens some", () => {
    expect(reaches(reader(["site_management"], new Set(["site"])), ofSites)).toBe(false);
  });

  test("of its people reach both", () => {
    const ofPeople = notice({ level: "customer", area: "user_management" });
    expect(reaches(reader(["user_management"], new Set(["site"])), ofPeople)).toBe(true);
  });
});
