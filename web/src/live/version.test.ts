import { limits } from "@pulse/contract/limits";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createVersion, isCompatible } from "./version.ts";

it.each([
  ["3.1.0", true],
  ["3.20.11", true],
  ["4.0.0", false],
  ["31.0.0", false],
  ["3.1", false],
  ["v3.1.0", false],
  ["3.1.0-beta", false],
  ["", false],
])("the version '%s' counts as compatible with API 3: %s", (version, expected) => {
  expect(isCompatible(version, 3)).toBe(expected);
});

describe("the version's watch", () => {
  let stop: () => void = () => undefined;
  const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  function watch() {
    const world = { version: "3.1.0" as string | Error, isConnected: true, checks: 0, failures: [] as unknown[] };
    const version = createVersion({
      timers: {
        set: (work, ms) => setTimeout(work, ms),
        clear: (timer) => clearTimeout(timer as number | undefined),
      },
      fetchVersion: async () => {
        world.checks++;
        if (world.version instanceof Error) throw world.version;
        return world.version;
      },
      apiVersion: 3,
      isConnected: async () => world.isConnected,
      failed: (error) => world.failures.push(error),
    });
    stop = version.start();
    return { world, version };
  }

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it("the version's watch checks at the start, every minute, and when the window gets the focus", async () => {
    const { world } = watch();
    await settle();
    expect(world.checks).toBe(1);
    await settle(limits.statusPollMs);
    expect(world.checks).toBe(2);
    window.dispatchEvent(new Event("focus"));
    await settle();
    expect(world.checks).toBe(3);
    await settle(limits.statusPollMs - 1);
    expect(world.checks).toBe(3);
  });

  it("the version's watch reports once that the server has a newer version", async () => {
    const { world, version } = watch();
    let notifications = 0;
    version.subscribe(() => notifications++);
    await settle();
    expect(version.isOutdated()).toBe(false);
    world.version = "4.0.0";
    await settle(2 * limits.statusPollMs);
    expect([version.isOutdated(), notifications]).toEqual([true, 1]);
  });

  it("the version's watch reports a failed check once, and again only after a successful one", async () => {
    const { world } = watch();
    await settle();
    world.version = new Error("broken");
    await settle(3 * limits.statusPollMs);
    expect(world.failures).toHaveLength(1);
    world.version = "3.1.0";
    await settle(limits.statusPollMs);
    world.version = new Error("broken");
    await settle(limits.statusPollMs);
    expect(world.failures).toHaveLength(2);
  });

  it("the version's watch reports no failure while disconnected", async () => {
    const { world } = watch();
    Object.assign(world, { version: new Error("no net"), isConnected: false });
    await settle(3 * limits.statusPollMs);
    expect(world.failures).toEqual([]);
  });
});
