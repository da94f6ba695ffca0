import type { PublicConfig } from "@pulse/contract/system";
import { versions } from "@pulse/contract/limits";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { onTestFinished, vi } from "vitest";
import { App } from "../app/App.tsx";
import { createServices } from "../app/createServices.ts";
import { routes, startAddress } from "../app/routes.tsx";
import { createSessionStore, tokenKey } from "../session/sessionStore.ts";
import type { FakeServer } from "./fakeServer.ts";
import { switchLanguage, storedLanguage } from "../text/language.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const config: PublicConfig = {
  appVersion: versions.app,
  apiVersion: versions.api,
  demo: false,
  connectivityUrl: null,
  links: { source: null, privacy: null },
  identity: {
    mode: "embedded",
    region: "us-east-1",
    endpoint: "/identity/",
    userPoolId: "us-east-1_Test",
    clientId: "client",
    legacy: null,
    secondFactors: ["sms"],
  },
  map: { styleUrl: null },
};

/** A token as the app reads it; nobody in a browser checks the signature. */
export function tokenOf(sub: string, endsMs: number): string {
  const claims = { sub, username: sub, iat: (endsMs - 8 * hourMs) / 1000, exp: endsMs / 1000 };
  return `h.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.s`;
}

/** Stores a session as another visit or tab of this browser would. */
export function storeSession(sub = "mara", lifeMs = 8 * hourMs): void {
  const endsMs = Date.now() + lifeMs;
  const token = tokenOf(sub, endsMs);
  const session = { idToken: token, accessToken: token, idTokenExpiry: endsMs, refreshToken: "refresh" };
  localStorage.setItem(tokenKey, JSON.stringify(session));
}

/** What a browser reports to a tab when another one has changed the session. */
export const dispatchStorageEvent = (): void =>
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: tokenKey })));

export const focusWindow = (): void => act(() => void window.dispatchEvent(new Event("focus")));

/** A wide window of somebody who prefers no motion, so that nothing waits for a transition. */
function stubWindow(): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("prefers-reduced-motion"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** Routes for another router: each takes the loaders of what it has loaded out of the routes that it was given. */
function unused(given: RouteObject[]): RouteObject[] {
  return given.map((route) => {
    const { lazy, children } = route;
    const copy: RouteObject = { ...route, ...(typeof lazy === "object" ? { lazy: { ...lazy } } : {}) };
    if (children !== undefined) copy.children = unused(children);
    return copy;
  });
}

/**
 * Starts the app as main.tsx does, over whatever `fetch` and the storage are at present: its own services, routes and API
 * client. Ends with the test.
 */
export async function startApp(path: string) {
  // By turns of the event loop: a slow machine lets no message expire.
  if (!vi.isFakeTimers()) vi.useFakeTimers({ shouldAdvanceTime: true });
  stubWindow();
  await switchLanguage(storedLanguage(localStorage) ?? "en");
  const session = createSessionStore(localStorage, Date.now);
  const router = createMemoryRouter(unused(routes), {
    initialEntries: [startAddress(path, session.current() !== null)],
  });
  const services = createServices(config, session);
  const { unmount } = render(<App services={services} router={router} />);
  const close = (): void => {
    unmount();
    services.stop();
  };
  onTestFinished(async () => {
    close();
    await switchLanguage("en");
  });
  return {
    services,
    /** The address in the window. */
    address: (): string => router.state.location.pathname + router.state.location.search,
    go: (to: string): Promise<void> => act(() => router.navigate(to)),
    back: (): Promise<void> => act(() => router.navigate(-1)),
    /** Closes the window; the storage stays. */
    close,
  };
}

/** Signs somebody in and opens a page. */
export function startSignedIn(path: string) {
  storeSession();
  return startApp(path);
}

/** Loses the network, or finds it again: the server cannot be reached, and the browser says so. */
export function setOnline(server: FakeServer, isOnline: boolean): void {
  server.state.isAway = !isOnline;
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

/** Opens the menu of the account. */
export async function openAccountMenu(): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: /^Account menu:/ }));
}
