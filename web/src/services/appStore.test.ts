import { limits } from "@pulse/contract/limits";
import { describe, expect, it } from "vitest";
import { createAppStore } from "./appStore.ts";

function handTimers() {
  const waiting = new Map<number, { work: () => void; ms: number }>();
  let next = 0;
  return {
    waiting: () => [...waiting.values()],
    set: (work: () => void, ms: number) => {
      waiting.set(++next, { work, ms });
      return next;
    },
    clear: (timer: unknown) => void waiting.delete(timer as number),
  };
}

describe("the app's state", () => {
  it("the app's state starts with exactly the fields and defaults of the specification", () => {
    expect(createAppStore(handTimers()).current()).toEqual({
      title: "Pulse",
      isSetupDone: false,
      loading: false,
      error: null,
      info: null,
      success: null,
      isOpenNav: true,
      isInternetConnected: true,
      isServerOnline: true,
    });
  });

  it("the app's state is loading until the last of several loads has stopped", () => {
    const app = createAppStore(handTimers());
    app.startLoading();
    app.startLoading();
    app.stopLoading();
    expect(app.current().loading).toBe(true);
    app.stopLoading();
    app.stopLoading();
    expect(app.current().loading).toBe(false);
    app.startLoading();
    expect(app.current().loading).toBe(true);
  });

  it("the app's state clears the previous error when a new attempt starts", () => {
    const app = createAppStore(handTimers());
    app.throwError({ status: 409, code: "already_exists", message: "Already exists" });
    app.startLoading();
    expect(app.current().error).toBeNull();
  });

  it("the app's state keeps an error for 10 s and a success for 5 s, counted from the last of its kind", () => {
    const timers = handTimers();
    const app = createAppStore(timers);
    app.throwError({ status: 400, code: "conflict", message: "Somebody else has changed this" });
    app.throwError({ status: 0, code: "", message: "again" });
    app.showSuccess({ code: "", message: "Saved", description: "G-01" });
    expect(timers.waiting().map(({ ms }) => ms)).toEqual([limits.errorSnackbarMs, limits.successSnackbarMs]);
    expect([limits.errorSnackbarMs, limits.successSnackbarMs]).toEqual([10_000, 5_000]);
    expect(app.current().error).toEqual({ status: 0, code: "", message: "again" });
    for (const { work } of timers.waiting()) work();
    expect(app.current()).toMatchObject({ error: null, success: null });
  });

  it("the app's state keeps an info until it is cleared", () => {
    const timers = handTimers();
    const app = createAppStore(timers);
    app.showInfo({ code: "Reconecting", message: "Reconnecting..." });
    expect(timers.waiting()).toEqual([]);
    app.clearInfo();
    expect(app.current().info).toBeNull();
  });

  it("the app's state opens and closes the navigation", () => {
    const app = createAppStore(handTimers());
    app.toggleNav();
    expect(app.current().isOpenNav).toBe(false);
    app.toggleNav();
    expect(app.current().isOpenNav).toBe(true);
  });

  it("the app's state shows the server as offline only while the internet is connected", () => {
    const app = createAppStore(handTimers());
    app.setServerOnline(false);
    expect(app.current().isServerOnline).toBe(false);
    app.setInternetConnected(false);
    expect(app.current()).toMatchObject({ isInternetConnected: false, isServerOnline: true });
    app.setServerOnline(false);
    expect(app.current().isServerOnline).toBe(true);
    app.setInternetConnected(true);
    app.setServerOnline(false);
    expect(app.current().isServerOnline).toBe(false);
  });

  it("a sign-out resets the title, loading, error, success, nav and online flags of the app's state, and nothing else", () => {
    const timers = handTimers();
    const app = createAppStore(timers);
    app.finishSetup();
    app.setTitle("Users");
    app.startLoading();
    app.throwError({ status: 500, code: "x", message: "y" });
    app.showSuccess({ code: "", message: "Saved" });
    app.showInfo({ code: "Reconecting", message: "Reconnecting..." });
    app.toggleNav();
    app.setServerOnline(false);
    app.setInternetConnected(false);
    app.reset();
    expect(app.current()).toEqual({
      title: "Pulse",
      isSetupDone: true,
      loading: false,
      error: null,
      info: { code: "Reconecting", message: "Reconnecting..." },
      success: null,
      isOpenNav: true,
      isInternetConnected: true,
      isServerOnline: true,
    });
    expect(timers.waiting()).toEqual([]);
    app.stopLoading();
    app.startLoading();
    expect(app.current().loading).toBe(true);
  });

  it("the app's state remembers whether the navigation is open, over reloads and sign-outs", () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const app = createAppStore(handTimers(), storage);
    app.toggleNav();
    app.reset();
    expect(app.current().isOpenNav).toBe(false);
    expect(createAppStore(handTimers(), storage).current().isOpenNav).toBe(false);
    app.toggleNav();
    expect(createAppStore(handTimers(), storage).current().isOpenNav).toBe(true);
  });
});
