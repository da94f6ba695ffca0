import { fullAccess } from "@pulse/contract/access";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { press, stage } from "../test/stage.tsx";
import { FenceCard } from "./FenceCard.tsx";

const fence = { id: "7", name: "Dock 3", floorIds: [], isHidden: false, parts: [] };
const inside = (name: string) => ({ id: name, guid: `guid of ${name}`, name, enterTime: "2026-11-20T12:00:00.000Z" });

it("says who is inside, leads to each of them and to the geofence's page, and closes", async () => {
  const { answers, show } = stage();
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["getGeofence"] = () => ({ numAssetsInside: 2, assetsInside: [inside("Cart 1"), inside("Cart 2")] });
  const chosen: (string | null)[] = [];
  show(<FenceCard fence={fence} siteId="1" form="floating" onSelect={(guid) => void chosen.push(guid)} />);
  expect(await screen.findByText(/2 assets inside/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Cart 2" }));
  press("Close");
  expect(chosen).toEqual(["guid of Cart 2", null]);
  expect(screen.getByRole("link", { name: "Open geofence" }).getAttribute("href")).toBe("/sites/1/geofences/7");
});
