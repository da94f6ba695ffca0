import { fullAccess } from "@pulse/contract/access";
import type { AssetLive } from "@pulse/contract/assets";
import type { LocationUpdate } from "@pulse/contract/live";
import { act, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createConnectionStore } from "../../live/connection.ts";
import type { LiveEvents } from "../../live/socket.ts";
import { stage } from "../../test/stage.tsx";
import { useLiveSite } from "./useLiveSite.ts";

let line: LiveEvents | undefined;
const switches: { pause?: (isPaused: boolean) => void } = {};
vi.mock("../../live/socket.ts", () => ({
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
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    switches.pause = setPaused;
  }, []);
  useLiveSite("site", isPaused);
  return null;
}

/** An open map with two assets; from then on the server answers with `list`. */
async function openSite() {
  const { services, answers, requests, show } = stage();
  services.connection = createConnectionStore(Date.now, {
    set: (work, ms) => setTimeout(work, ms),
    clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  });
  const server = { list: [named("a"), named("b")] };
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["listHardwares"] = () => [];
  answers["listLiveAssets"] = () => server.list;
  show(<Site />);
  const names = (): string[] => [...services.live.all().values()].map(({ name }) => name);
  const questions = (): number => requests.filter(({ id }) => id === "listLiveAssets").length;
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

it("the map shows changes announced by the socket, with one request for several", async () => {
  const { server, names, questions } = await openSite();
  server.list = [named("a", "renamed")];
  for (let nth = 0; nth < 5; nth += 1) line?.assetsChanged?.();
  await pass(1000);
  await waitFor(() => expect(names()).toEqual(["renamed"]));
  expect(questions()).toBe(3);
});

it("the map requests assets created while it is open once, and never again those it may not see", async () => {
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

it("the map shows assets renamed or archived elsewhere within a minute", async () => {
  const { server, names } = await openSite();
  server.list = [named("a", "renamed")];
  await pass(61_000);
  expect(names()).toEqual(["renamed"]);
});

it("the map requests nothing when people return to the tab, and lets moving markers continue", async () => {
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

it("the map does not take answers kept from an earlier visit for answers of the server", async () => {
  const { services } = await openSite();
  services.connectivity.current = () => ({ state: "NetworkDisconnected", lastContactMs: null });
  services.connection.lost();
  await pass(16_000);
  expect(services.connection.current().state).toBe("offline");
});

it("the map polls the site every five seconds where the socket is blocked but the server answers, and says so", async () => {
  const { services, server, names } = await openSite();
  services.connection.lost();
  server.list = [named("a", "polled")];
  await pass(10_100);
  await waitFor(() => expect(names()).toEqual(["polled"]));
  expect(services.connection.current().state).toBe("polling");
  server.list = [named("a", "again")];
  await pass(5_100);
  await waitFor(() => expect(names()).toEqual(["again"]));
  line?.lost();
  expect(services.connection.current().state).toBe("polling");
  line?.joined(true);
  expect(services.connection.current().state).toBe("live");
});

it("the map takes no updates while paused, and afterwards the whole site before any movement", async () => {
  const { services, server, questions } = await openSite();
  const latOf = (guid: string) => services.live.get(guid)?.lat;
  act(() => switches.pause?.(true));
  line?.updates([{ ...moved("a"), lat: 60 }]);
  line?.assetsChanged?.();
  await pass(120_000);
  expect(questions()).toBe(2);
  expect(latOf("a")).toBe(51);
  let answer: (list: AssetLive[]) => void = () => undefined;
  server.list = new Promise<AssetLive[]>((resolve) => (answer = resolve)) as unknown as AssetLive[];
  act(() => switches.pause?.(false));
  await waitFor(() => expect(questions()).toBe(3));
  line?.updates([{ ...moved("a"), lat: 61 }]);
  expect(latOf("a")).toBe(51);
  answer([{ ...named("a"), lat: 62 }, named("b")]);
  await waitFor(() => expect(latOf("a")).toBe(62));
  line?.updates([{ ...moved("a"), lat: 63 }]);
  expect(latOf("a")).toBe(63);
});

it("the map requests what was missed after an hour of sleep and shows current positions", async () => {
  const { services, server, questions } = await openSite();
  line?.updates([moved("a")]);
  // No timer runs while a laptop sleeps, and the server has dropped its connection meanwhile.
  vi.setSystemTime(Date.now() + 3_600_000);
  const lastUpdated = new Date().toISOString();
  server.list = [{ ...named("a"), lat: 53, lastUpdated }, named("b"), named("made meanwhile")];
  const before = questions();
  line?.lost();
  line?.joined(true);
  await waitFor(() => expect(services.live.get("a")?.lat).toBe(53));
  expect(questions()).toBeGreaterThan(before);
  expect(services.live.all().size).toBe(3);
  expect(services.connection.current().state).toBe("live");
});
