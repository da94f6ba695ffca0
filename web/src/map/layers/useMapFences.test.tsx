import { fullAccess } from "@pulse/contract/access";
import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stage } from "../../test/stage.tsx";
import { firstViewOf, type MapView } from "../model/mapView.ts";
import { useMapFences } from "./useMapFences.ts";

const { layers } = firstViewOf({ hideGeofences: false });
const dock = { id: "1", name: "Dock", shape: null, lat: 51, lon: 7, radius: 4, floorIds: [], hiddenOnMap: false };

/** A map with one geofence on the server, for somebody who may or may not read geofences. */
function openMap(mayRead: boolean, shown: MapView["layers"] = layers) {
  const { answers, requests, show } = stage();
  const server = { list: [{ ...dock, numAssetsInside: 1 }] };
  answers["getAccessibleOperations"] = () => ({ ...fullAccess(), ...(mayRead ? {} : { geofence_management: [] }) });
  answers["listGeofences"] = () => server.list;
  const seen: { names: string[]; mayRead: boolean }[] = [];
  const floors: readonly string[] = [];
  function Fences(): null {
    const { fences, mayRead: isReader } = useMapFences("site", floors, shown);
    seen.push({ names: fences.map(({ name }) => name), mayRead: isReader });
    return null;
  }
  show(<Fences />);
  const questions = (): number => requests.filter(({ id }) => id === "listGeofences").length;
  return { server, seen, questions, isAsked: (id: string) => requests.some((each) => each.id === id) };
}
const pass = async (ms: number): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
};

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

it("the map renews geofences while it is open, and redraws nothing if only the assets inside changed", async () => {
  const { server, seen, questions } = openMap(true);
  await waitFor(() => expect(seen.at(-1)?.names).toEqual(["Dock"]));
  expect(seen.at(-1)?.mayRead).toBe(true);
  const drawn = seen.length;
  server.list = [{ ...dock, numAssetsInside: 2 }];
  await pass(31_000);
  expect(questions()).toBe(2);
  expect(seen).toHaveLength(drawn);
  server.list = [{ ...dock, name: "Dock 2", numAssetsInside: 2 }];
  await pass(31_000);
  expect(seen.at(-1)?.names).toEqual(["Dock 2"]);
});

it("the map requests no geofences for people who may not read them, nor while their layer is off", async () => {
  for (const { seen, questions, isAsked } of [openMap(false), openMap(true, { ...layers, geofences: false })]) {
    await waitFor(() => expect(isAsked("getAccessibleOperations")).toBe(true));
    await pass(31_000);
    expect(questions()).toBe(0);
    expect(seen.at(-1)?.names).toEqual([]);
  }
  expect(openMap(false).seen.at(-1)?.mayRead).toBe(false);
});
