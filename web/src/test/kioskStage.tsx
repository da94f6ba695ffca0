import { fullAccess } from "@pulse/contract/access";
import { act } from "@testing-library/react";
import { vi } from "vitest";
import { admin } from "./accessStage.tsx";
import { stage } from "./stage.tsx";
import Kiosk from "../map/kiosk/Kiosk.tsx";
import { around } from "./kioskFakes.ts";

const siteOf = (id: string, name: string) => ({
  id,
  name,
  guid: id,
  lat: 51,
  lon: 7,
  customerConfig: { assetMapTimeoutDay: 30 },
  hideGeofences: false,
  underlay: null,
});
const floorOf = (id: string, name: string, level: number) => ({
  id,
  name,
  level,
  buildingId: "b",
  buildingName: "Hall",
  corners: [
    { lat: 51, lon: 7 },
    { lat: 51, lon: 7.001 },
    { lat: 50.999, lon: 7.001 },
    { lat: 50.999, lon: 7 },
  ],
});
const floors: Record<string, unknown[]> = {
  s1: [floorOf("f0", "Ground", 0), floorOf("f1", "Upper", 1)],
  s2: [floorOf("g0", "Ward", 0)],
};

/** Starts at a time in the afternoon, with a clock that the test advances. */
export async function startClock(): Promise<void> {
  // Loading the map's code must not take part of the time for which a floor is shown.
  await import("../mapChunk.ts");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.setSystemTime(new Date(2026, 10, 23, 14, 5, 0));
  vi.stubGlobal("fetch", async () =>
    Response.json(
      { result: { content: { version: around.version } } },
      around.aheadMs === null ? undefined : { headers: { date: new Date(Date.now() + around.aheadMs).toUTCString() } },
    ),
  );
}

export function endClock(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Object.assign(around, { maps: [], shown: undefined, lines: [], version: "3.1.0", aheadMs: null });
}

/** A display of two sites with three floors. `prepare`: before anything is rendered. */
export async function open(address: string, prepare: (set: ReturnType<typeof stage>) => void = () => undefined) {
  const set = stage();
  set.answers["getAccessibleOperations"] = () => fullAccess();
  set.answers["getUserMe"] = () => admin;
  set.answers["listAccessibleSites"] = () => [siteOf("s1", "Harbour"), siteOf("s2", "Clinic")];
  set.answers["listFloors"] = ({ params }) => floors[params?.["id"] ?? ""] ?? [];
  set.answers["listHardwares"] = () => [];
  set.answers["listGeofences"] = () => [];
  set.answers["listLiveAssets"] = () => [];
  prepare(set);
  const router = set.show(<Kiosk />, address);
  return { ...set, router };
}

export const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
/** The open connection answers. */
export const join = (): Promise<void> =>
  act(async () => around.lines.findLast(({ isOpen }) => isOpen)?.events.joined(false));
