import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { press } from "../test/stage.tsx";
import SitePage from "./SitePage.tsx";
import { fill, ground, siteId, siteStage, warehouse } from "../test/siteStage.tsx";

async function open(floor: object = {}) {
  const set = siteStage();
  set.answers["getSite"] = () => ({ ...warehouse, floorPlans: [{ ...ground, ...floor }] });
  set.open([{ path: "/sites/:siteId/details", element: <SitePage /> }], `/sites/${siteId}/details`);
  await screen.findByRole("heading", { name: "Harbour Warehouse" });
}
const guess = (): Element | null => screen.queryByText("Place and size are a guess until you set them.");

it("a new floor's place is called a guess until somebody sets it", async () => {
  await open();
  press("Add floor to Main");
  expect(guess()).toBeTruthy();
  fill("Rotation", "12", 0);
  expect(guess()).toBeNull();
});

it("the copy of a placed floor is not called a guess", async () => {
  await open();
  press("Copy Ground");
  press("Copy floor");
  await screen.findByRole("region", { name: "Floor 1" });
  expect(guess()).toBeNull();
});

it("a rotation is shown with one decimal at most, and kept exactly unless somebody changes it", async () => {
  await open({ rotationDeg: 12.345678901234567 });
  const rotation = screen.getAllByLabelText<HTMLInputElement>(/^Rotation/)[0]!;
  expect(rotation.value).toBe("12.3");
  fireEvent.blur(rotation);
  expect(screen.queryByText(/unsaved change/)).toBeNull();
  fireEvent.change(rotation, { target: { value: "12.25" } });
  expect(rotation.value).toBe("12.25");
});

it("each changed field of a site's floors and buildings counts as a change", async () => {
  await open();
  fill("Floor name", "Hall", 0);
  fill("Level", "2", 0);
  fill("Ceiling height", "5.5", 0);
  fill("Building name", "Annex", 0);
  press("Add floor to Annex");
  press("Add building");
  expect(screen.getAllByText(/unsaved change/).map(({ textContent }) => textContent)).toEqual(["6 unsaved changes"]);
});
