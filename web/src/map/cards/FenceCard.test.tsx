import { fullAccess } from "@pulse/contract/access";
import type { HardwareListed } from "@pulse/contract/gateways";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { press, stage } from "../../test/stage.tsx";
import { FenceCard } from "./FenceCard.tsx";
import { GatewayCard } from "./GatewayCard.tsx";

const fence = { id: "7", name: "Dock 3", floorIds: [], isHidden: false, isRestricted: false, parts: [] };
const inside = (name: string) => ({ id: name, guid: `guid of ${name}`, name, enterTime: "2026-11-20T12:00:00.000Z" });

it("a geofence's card lists who is inside with links, links to the geofence's page, and closes", async () => {
  const { answers, show } = stage();
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["getGeofence"] = () => ({ numAssetsInside: 2, assetsInside: [inside("Cart 1"), inside("Cart 2")] });
  const chosen: (string | null)[] = [];
  show(
    <FenceCard fence={fence} siteId="1" form="floating" nowMs={Date.now} onSelect={(guid) => void chosen.push(guid)} />,
  );
  expect(await screen.findByText(/2 assets inside/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Cart 2" }));
  press("Close");
  expect(chosen).toEqual(["guid of Cart 2", null]);
  expect(screen.getByRole("link", { name: "Open geofence" }).getAttribute("href")).toBe("/sites/1/geofences/7");
});

it("a restricted geofence's card says that it is restricted", async () => {
  const { answers, show } = stage();
  answers["getGeofence"] = () => ({ numAssetsInside: 0, assetsInside: [] });
  const how = { siteId: "1", form: "floating", nowMs: Date.now, onSelect: () => undefined } as const;
  show(<FenceCard fence={{ ...fence, isRestricted: true }} {...how} />);
  expect(await screen.findByText(/^Restricted geofence/)).toBeTruthy();
});

it("a geofence's card computes ages by the server's clock, even where the browser's is wrong by a day", async () => {
  // Ages do not grow while the test waits.
  vi.useFakeTimers({ toFake: ["Date"] });
  const { answers, show } = stage();
  answers["getAccessibleOperations"] = () => fullAccess();
  const nowMs = (): number => Date.now() - 24 * 3_600_000;
  const at = (secondsAgo: number): string => new Date(nowMs() - secondsAgo * 1000).toISOString();
  answers["getGeofence"] = () => ({ numAssetsInside: 1, assetsInside: [{ ...inside("Cart 1"), enterTime: at(125) }] });
  const gateway = { id: "3", name: "G-03", status: "online", lastUpdated: at(4), hardwareType: { type: "kkm" } };
  answers["getHardware"] = () => ({ ...gateway, health: [], firmware: null, beaconsConnected: [] });
  const how = { siteId: "1", form: "filling", nowMs, onSelect: () => undefined } as const;
  show(
    <>
      <FenceCard fence={fence} {...how} />
      <GatewayCard gateway={gateway as unknown as HardwareListed} {...how} />
    </>,
  );
  expect(await screen.findByText(/^2.min$/)).toBeTruthy();
  expect(await screen.findByText(/^4.s ago$/)).toBeTruthy();
});

it("a gateway's card names its type in words, as the list of gateways does", async () => {
  const { answers, show } = stage();
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["listSiteHardwareTypes"] = () => [{ id: "1", type: "KKM", name: "KKM gateway" }];
  const gateway = {
    id: "3",
    name: "G-03",
    status: "online",
    lastUpdated: null,
    hardwareType: { id: "1", type: "KKM" },
  };
  answers["getHardware"] = () => ({ ...gateway, health: [], firmware: null, beaconsConnected: [] });
  const how = { siteId: "1", form: "filling", nowMs: Date.now, onSelect: () => undefined } as const;
  show(<GatewayCard gateway={gateway as unknown as HardwareListed} {...how} />);
  expect(await screen.findByText("KKM gateway")).toBeTruthy();
  expect(screen.queryByText("KKM")).toBeNull();
});
