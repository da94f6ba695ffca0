import { limits } from "@pulse/contract/limits";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAppStore } from "../services/appStore.ts";
import en from "../text/en.json";
import { createConnectivity } from "./connectivity.ts";

const timers = {
  set: (work: () => void, ms: number) => setTimeout(work, ms),
  clear: (timer: unknown) => clearTimeout(timer as number | undefined),
};
const errors = en.errors as Record<string, string>;
const start = new Date(2026, 10, 20, 14, 2, 0).getTime();
let stop: () => void = () => undefined;

function watch({ publicSite = false } = {}) {
  const world = { server: true, browser: true, internet: true, checks: 0, heardMs: null as number | null };
  const app = createAppStore(timers);
  const connectivity = createConnectivity(app, {
    now: Date.now,
    timers,
    isBrowserOnline: () => world.browser,
    isServerUp: async () => {
      world.checks++;
      return world.server;
    },
    isInternetUp: publicSite ? async () => world.internet : null,
    lastHeardMs: () => world.heardMs,
    textOf: (code) => errors[code] ?? "",
  });
  stop = connectivity.start();
  return { world, app, connectivity };
}
const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("the connectivity", () => {
  it("the connectivity is Reconnecting at once without internet, NetworkDisconnected after 10 s, and cleared later", async () => {
    const { world, app, connectivity } = watch();
    await settle();
    Object.assign(world, { server: false, browser: false });
    window.dispatchEvent(new Event("offline"));
    await settle();
    expect(app.current()).toMatchObject({
      info: { code: "Reconecting", message: "Reconnecting..." },
      isInternetConnected: false,
      isServerOnline: true,
    });
    await settle(limits.networkDisconnectedMs - 1);
    expect(connectivity.current().state).toBe("Reconnecting");
    await settle(1);
    expect(app.current().info).toEqual({
      code: "NetworkDisconnected",
      message: "Connection timed out, please check internet connection",
    });
    Object.assign(world, { server: true, browser: true });
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(app.current()).toMatchObject({ info: null, isInternetConnected: true, isServerOnline: true });
    expect(connectivity.current()).toEqual({ state: "online", lastContactMs: null });
  });

  it("the connectivity is checked again when the network is lost during a check", async () => {
    const { world, connectivity } = watch();
    Object.assign(world, { browser: false });
    window.dispatchEvent(new Event("offline"));
    world.server = false;
    await settle();
    expect(connectivity.current().state).toBe("Reconnecting");
  });

  it("the connectivity is ServerDisconnected when the server does not answer while the internet is up", async () => {
    const { world, app, connectivity } = watch();
    await settle();
    world.server = false;
    await settle(limits.statusPollMs);
    expect(connectivity.current().state).toBe("ServerDisconnected");
    expect(app.current()).toMatchObject({
      info: { code: "ServerDisconnected", message: "Oops, our servers are down, please try again later" },
      isInternetConnected: true,
      isServerOnline: false,
    });
  });

  it("the connectivity check asks the public site, if set, whether the server or the internet is down", async () => {
    const { world, connectivity } = watch({ publicSite: true });
    await settle();
    Object.assign(world, { server: false, internet: false });
    await connectivity.check();
    expect(connectivity.current().state).toBe("Reconnecting");
    world.internet = true;
    await connectivity.check();
    expect(connectivity.current().state).toBe("ServerDisconnected");
  });

  it("the connectivity check trusts an answer of the server, whatever the browser says about the internet", async () => {
    const { world, app, connectivity } = watch({ publicSite: true });
    Object.assign(world, { browser: false, internet: false });
    window.dispatchEvent(new Event("offline"));
    await settle();
    expect(connectivity.current().state).toBe("online");
    expect(app.current().info).toBeNull();
  });

  it("the connectivity is checked every minute, every 5 s while something is wrong, and every minute afterwards", async () => {
    const { world } = watch();
    await settle();
    expect(world.checks).toBe(1);
    await settle(limits.statusPollMs);
    expect(world.checks).toBe(2);
    world.server = false;
    await settle(limits.statusPollMs);
    expect(world.checks).toBe(3);
    await settle(limits.statusPollInTroubleMs);
    expect(world.checks).toBe(4);
    world.server = true;
    await settle(limits.statusPollInTroubleMs);
    expect(world.checks).toBe(5);
    await settle(limits.statusPollMs - 1);
    expect(world.checks).toBe(5);
  });

  it("the connectivity remembers the last contact, by the socket's where that is newer", async () => {
    const { world, connectivity } = watch();
    await settle();
    world.server = false;
    world.heardMs = start + 3000;
    await settle(5000);
    await connectivity.check();
    expect(connectivity.current().lastContactMs).toBe(start + 3000);
    world.heardMs = start + 60_000;
    await connectivity.check();
    expect(connectivity.current().lastContactMs).toBe(start + 3000);
  });
});
