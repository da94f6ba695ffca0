import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Services } from "../../services/services.tsx";
import { keepSession } from "../../session/keepSession.ts";
import { around } from "../../test/kioskFakes.ts";
import { endClock, join, open, pass, startClock } from "../../test/kioskStage.tsx";

vi.mock("../../mapEngine/siteMap.ts", async () => (await import("../../test/kioskFakes.ts")).siteMapModule);
vi.mock("../../live/socket.ts", async () => (await import("../../test/kioskFakes.ts")).socketModule);

beforeEach(startClock);
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  endClock();
});

/** Counts what a page retains: timers, listeners on the window, the document and the stores, and cached answers. */
function watchHandles({ live, connection, session, connectivity, queries }: Services) {
  const count = { listeners: 0, subscribed: 0 };
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    const held = new Set<string>();
    const names = new Map<unknown, number>();
    const keyOf = ([type, listener]: unknown[]): string => {
      if (!names.has(listener)) names.set(listener, names.size);
      return `${String(type)} ${names.get(listener)}`;
    };
    const track =
      (change: (key: string) => void, real: (...given: never) => void) =>
      (...given: unknown[]): void => {
        count.listeners -= held.size;
        change(keyOf(given));
        count.listeners += held.size;
        real.apply(target, given as never);
      };
    vi.spyOn(target, "addEventListener").mockImplementation(track((key) => held.add(key), add));
    vi.spyOn(target, "removeEventListener").mockImplementation(track((key) => held.delete(key), remove));
  }
  for (const store of [live, connection, session, connectivity]) {
    const subscribe = store.subscribe as (listener: unknown) => () => void;
    store.subscribe = (listener: unknown) => {
      count.subscribed++;
      const stop = subscribe(listener);
      return () => {
        count.subscribed--;
        stop();
      };
    };
  }
  return () => ({
    ...count,
    timers: vi.getTimerCount(),
    answers: queries.getQueryCache().getAll().length,
    elements: document.querySelectorAll("*").length,
    maps: around.maps.length,
    openLines: around.lines.filter(({ isOpen }) => isOpen).length,
  });
}

it("a wall display keeps no more memory after hundreds of changes of floor and site than after a few", async () => {
  let held = (): unknown => null;
  await open("/wall?sites=s1,s2&seconds=5", ({ services }) => (held = watchHandles(services)));
  await screen.findByRole("heading", { name: "Harbour" });
  /** One round through three floors of two sites. */
  const round = async (): Promise<void> => {
    await join();
    await pass(10_000);
    screen.getByRole("heading", { name: "Clinic" });
    await join();
    await pass(5_000);
    screen.getByRole("heading", { name: "Harbour" });
  };
  const rounds = async (count: number): Promise<unknown> => {
    for (let nth = 0; nth < count; nth++) await round();
    // Requests made each minute and answers kept for five are at the same point again.
    return held();
  };
  const early = await rounds(40);
  expect(early).toMatchObject({ maps: 1, openLines: 1 });
  expect(await rounds(100)).toEqual(early);
});

const minuteMs = 60_000;
const jwt = (claims: object): string => `h.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.s`;

it("a wall display continues after its sign-in has ended, as it is renewed and connections use the new one", async () => {
  let stopKeeping = (): void => undefined;
  let nth = 0;
  const ended: string[] = [];
  const { services } = await open("/wall?sites=s1,s2&seconds=10", ({ services: { session } }) => {
    const renew = (): void => {
      const [iat, exp] = [Date.now() / 1000, (Date.now() + 60 * minuteMs) / 1000];
      nth++;
      session.take({
        idToken: jwt({ sub: "wall", nth, iat, exp }),
        accessToken: jwt({ username: "wall", iat, exp }),
        refreshToken: `refresh ${nth}`,
      });
    };
    renew();
    stopKeeping = keepSession({
      session,
      now: Date.now,
      refresh: async () => {
        renew();
        return true;
      },
      ended: () => ended.push("ended"),
      refreshRefused: () => ended.push("refused"),
      changedElsewhere: () => ended.push("changed"),
    });
  });
  await screen.findByRole("heading", { name: "Harbour" });
  await join();
  const first = services.session.current()?.idToken;
  await pass(49 * minuteMs);
  const before = around.lines.map(({ renewed }) => renewed);
  await pass(12 * minuteMs);
  // The first sign-in has ended; the display goes on, over connections that know the new one.
  const now = services.session.current()?.idToken;
  expect(now).toBeDefined();
  expect(now).not.toBe(first);
  expect(around.lines.findLast(({ isOpen }) => isOpen)?.token()).toBe(now);
  expect(around.lines.map(({ renewed }) => renewed)).not.toEqual(before);
  await pass(3 * 60 * minuteMs);
  expect(nth).toBeGreaterThan(4);
  expect(services.session.current()).not.toBeNull();
  await join();
  await pass(2_000);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/Harbour|Clinic/);
  expect(ended).toEqual([]);
  stopKeeping();
});
