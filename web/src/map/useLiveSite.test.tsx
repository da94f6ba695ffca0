import { fullAccess } from "@pulse/contract/access";
import type { AssetLive } from "@pulse/contract/assets";
import type { LocationUpdate } from "@pulse/contract/live";
import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveEvents } from "../live/socket.ts";
import { stage } from "../test/stage.tsx";
import { useLiveSite } from "./useLiveSite.ts";

let line: LiveEvents | undefined;
vi.mock("../live/socket.ts", () => ({
  openLive: (_site: string, _token: () => string | null, events: LiveEvents) => {
    line = events;
    return { renew: () => undefined, close: () => undefined };
  },
}));

const named = (guid: string, name = guid): AssetLive =>
  ({
    assetId: guid,
    guid,
    name,
    type: "Tote",
    lat: 51,
    lon: 7,
    lastUpdated: null,
    sections: [],
  }) as unknown as AssetLive;
const moved = (guid: string): LocationUpdate =>
  ({
    pulseAssetGuid: guid,
    lat: 51,
    lon: 7,
    lastUpdated: new Date().toISOString(),
    sections: [],
  }) as unknown as LocationUpdate;

function Site(): null {
  useLiveSite("site");
  return null;
}

/** A map that is open, with two assets; what the server answers from then on is `list`. */
async function openSite() {
  const { services, answers, asked, show } = stage();
  const server = { list: [named("a"), named("b")] };
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["listHardwares"] = () => [];
  answers["listLiveAssets"] = () => server.list;
  show(<Site />);
  const names = (): string[] => [...services.live.all().values()].map(({ name }) => name);
  const questions = (): number => asked.filter(({ id }) => id === "listLiveAssets").length;
  await waitFor(() => expect(names()).toEqual(["a", "b"]));
  line?.joined(false);
  await waitFor(() => expect(questions()).toBe(2));
  return { services, server, names, questions };
}
const pass = async (ms: number): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
};

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

it("asks once for assets that were made while the map is open, and not again for those that it may not see", async () => {
  const { server, names, questions } = await openSite();
  server.list = [...server.list, named("new")];
  line?.updates([moved("new"), moved("hidden")]);
  line?.updates([moved("new"), moved("hidden")]);
  await pass(3000);
  expect(names()).toEqual(["a", "b", "new"]);
  expect(questions()).toBe(3);
  line?.updates([moved("hidden")]);
  await pass(3000);
  expect(questions()).toBe(3);
});

it("shows what was renamed or archived elsewhere a minute later at the latest", async () => {
  const { server, names } = await openSite();
  server.list = [named("a", "renamed")];
  await pass(61_000);
  expect(names()).toEqual(["renamed"]);
});

it("asks for nothing when people come back to the tab, and lets markers on their way go on", async () => {
  const { services, questions } = await openSite();
  const told = vi.fn();
  services.live.subscribe(told);
  const turn = (state: DocumentVisibilityState): void => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
  turn("hidden");
  await pass(10_000);
  turn("visible");
  await pass(1000);
  vi.restoreAllMocks();
  expect(questions()).toBe(2);
  expect(told).not.toHaveBeenCalled();
});
