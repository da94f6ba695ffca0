import { render } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { type Services, ServicesProvider } from "../services/services.tsx";
import type { MapHandle } from "./SiteMapView.tsx";
import SiteMapView from "./SiteMapView.tsx";
import type { SiteMapState } from "./siteMapState.ts";

// WebGL does not run here; the calls to the map are recorded.
const asked: string[] = [];
vi.mock("./siteMap.ts", () => ({
  createSiteMap: () => ({
    update: () => undefined,
    fit: () => undefined,
    remove: () => undefined,
    loadAgain: () => asked.push("plans"),
  }),
}));

beforeEach(() => void asked.splice(0));

it("the map requests plans that did not load again as soon as the server is back", () => {
  let state = "offline";
  const listeners = new Set<() => void>();
  const connectivity = {
    current: () => ({ state, lastContactMs: null }),
    check: async () => undefined,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const become = (next: string): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const nothing = (): void => undefined;
  const { unmount } = render(
    <ServicesProvider services={{ api: {}, snackbars: {}, connectivity } as unknown as Services}>
      <SiteMapView
        state={{} as SiteMapState}
        label="Map"
        centre={{ lat: 51, lon: 7 }}
        camera={null}
        handle={createRef<MapHandle>()}
        onSelect={nothing}
        onView={nothing}
        onMoveEnd={nothing}
        onMeasured={nothing}
        onFollowEnd={nothing}
      />
    </ServicesProvider>,
  );
  become("offline");
  expect(asked).toEqual([]);
  become("online");
  expect(asked).toEqual(["plans"]);
  unmount();
  expect(listeners.size).toBe(0);
});
