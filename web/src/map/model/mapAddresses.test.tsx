import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { ServicesProvider } from "../../services/services.tsx";
import { stage } from "../../test/stage.tsx";
import { useSidePanel } from "./useSidePanel.ts";
import { useMapAddress } from "./useMapAddress.ts";
import { usePlayback } from "../playback/usePlayback.ts";

const span = { fromMs: Date.parse("2026-11-02T08:00:00Z"), toMs: Date.parse("2026-11-02T09:00:00Z"), of: ["A1"] };

/** What the map keeps in its address, opened at `search`. */
function at(search: string) {
  const { services } = stage();
  let router: ReturnType<typeof createMemoryRouter> | undefined;
  const wrapper = ({ children }: { children: ReactNode }) => {
    router ??= createMemoryRouter(
      [
        { path: "/map", element: <ServicesProvider services={services}>{children}</ServicesProvider> },
        { path: "*", element: null },
      ],
      { initialEntries: [`/map${search}`] },
    );
    return <RouterProvider router={router} />;
  };
  const { result } = renderHook(
    () => ({
      panel: useSidePanel(true, false),
      address: useMapAddress(),
      playback: usePlayback(services.live, false).playback,
    }),
    { wrapper },
  );
  return { map: result.current, router: router! };
}

it("opening the history right after closing a panel keeps the panel closed", async () => {
  const { map, router } = at("?asset=A1&panel=why");
  await act(async () => {
    map.panel.open(null);
    map.playback.open({ ...span, timeMs: null });
  });
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    asset: "A1",
    from: "2026-11-02T08:00:00Z",
    to: "2026-11-02T09:00:00Z",
    of: "A1",
  });
});

it("a followed asset that takes the lift while its panel opens changes the floor and opens the panel", async () => {
  const { map, router } = at("?asset=A1&floor=F1");
  await act(async () => {
    map.panel.open("way");
    map.address.chooseFloors(["F2"]);
  });
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    asset: "A1",
    floor: "F2",
    panel: "way",
  });
});

it("a map that somebody has left writes nothing into the next page's address", async () => {
  const { map, router } = at("?asset=A1");
  await act(async () => {
    void router.navigate("/assets");
    map.address.chooseFloors(["F2"]);
  });
  expect(router.state.location).toMatchObject({ pathname: "/assets", search: "" });
});
