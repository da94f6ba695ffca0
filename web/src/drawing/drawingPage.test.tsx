import type { FloorPlan } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { floorId, ground, siteId, siteStage, warehouse } from "../test/siteStage.tsx";
import { press } from "../test/stage.tsx";
import { switchLanguage } from "../text/language.ts";
import DrawingPage from "./DrawingPage.tsx";

// Nothing can be drawn here; names and descriptions reach the server in the same way.
vi.mock("../placing/PlanMap.tsx", () => ({ PlanMap: () => null }));
afterEach(() => switchLanguage("en"));

const plan = placePlan(ground);
const at = (x: number, y: number) => plan.toLatLon({ x, y });
const room = (nth: number, name: string, area = [at(2, 2), at(6, 2), at(6, 6), at(2, 6)]) => ({
  id: `0198c1b2-000b-7000-8000-00000000000${nth}`,
  name,
  kind: null,
  area,
});

/** The drawing page of a floor with these rooms. */
async function open(rooms: FloorPlan["rooms"], language: "en" | "de" = "en") {
  await switchLanguage(language);
  const set = siteStage();
  const now = { floor: { ...ground, outline: null, rooms } };
  Object.assign(set.answers, {
    getSite: () => ({ ...warehouse, floorPlans: [now.floor] }),
    setFloorDrawing: () => (now.floor = { ...now.floor, version: now.floor.version + 1 }),
  });
  const path = "/sites/:siteId/details/floors/:floorId/drawing";
  set.open(
    [
      { path, element: <DrawingPage /> },
      { path: "*", element: null },
    ],
    path.replace(":siteId", siteId).replace(":floorId", floorId),
  );
  await screen.findByRole("button", { name: rooms[0]!.name });
  const rename = (from: string, to: string): void => {
    press(from);
    fireEvent.change(screen.getByLabelText(language === "de" ? /^Bezeichnung/ : /^Name/), { target: { value: to } });
  };
  return { ...set, now, rename, save: () => press(language === "de" ? "Speichern" : "Save") };
}

it.each([
  ["en", 'Packing & returns: "&" is not allowed'],
  ["de", "Packing & returns: „&“ ist nicht erlaubt"],
] as const)(
  "an invalid name in a stored drawing is reported once, in %s, and its room is selected",
  async (language, text) => {
    const { rename, save, messages, requestsTo } = await open(
      [room(1, "Lockers"), room(2, "Packing & returns")],
      language,
    );
    rename("Lockers", "Lockers 2");
    save();
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    expect(screen.getByRole("button", { name: "Packing & returns" }).getAttribute("aria-pressed")).toBe("true");
    expect([messages(), requestsTo("setFloorDrawing")]).toEqual([[], []]);
    rename("Packing & returns", "Packing and returns");
    expect(screen.queryByRole("alert")).toBeNull();
    save();
    await waitFor(() => expect(requestsTo("setFloorDrawing")).toHaveLength(1));
  },
);

it("the server's refusal of a drawing is shown for its shape, without its path", async () => {
  const { answers, rename, save, messages } = await open([room(1, "Lockers"), room(2, "Office")]);
  answers["setFloorDrawing"] = () => {
    const message = "is used twice";
    const details = [{ path: "rooms[1].id", code: "invalid_parameter", message }];
    throw new ApiError(400, "invalid_parameter", "Invalid value was entered", details);
  };
  rename("Lockers", "Lockers 2");
  save();
  expect((await screen.findByRole("alert")).textContent).toBe("Office: is used twice");
  expect(screen.getByRole("button", { name: "Office" }).getAttribute("aria-pressed")).toBe("true");
  expect(messages()).toEqual([]);
});

it("the drawing page saves over somebody else's changes, and draws again what they removed", async () => {
  const { answers, now, rename, save, requestsTo } = await open([room(1, "Lockers"), room(2, "Office")]);
  const take = answers["setFloorDrawing"]!;
  answers["setFloorDrawing"] = () => {
    throw new ApiError(409, "conflict", "Somebody else has changed this");
  };
  rename("Lockers", "Lockers 2");
  save();
  await screen.findByText("Somebody else has changed this floor");
  now.floor = { ...now.floor, version: 7, rooms: [now.floor.rooms[0]!] };
  answers["setFloorDrawing"] = take;
  press("Save mine");
  await waitFor(() => expect(requestsTo("setFloorDrawing")).toHaveLength(2));
  const { body } = requestsTo("setFloorDrawing")[1]! as { body: { version: number; rooms: { id?: string }[] } };
  expect([body.version, body.rooms.map(({ id }) => id !== undefined)]).toEqual([7, [true, false]]);
});

it("a room renamed while the drawing is being saved keeps its new name, unsaved", async () => {
  const { answers, rename, save, messages, requestsTo } = await open([room(1, "Lockers"), room(2, "Office")]);
  const take = answers["setFloorDrawing"]!;
  let finish = (): void => undefined;
  const saving = new Promise<void>((go) => (finish = go));
  answers["setFloorDrawing"] = async (call) => {
    await saving;
    return take(call);
  };
  rename("Lockers", "Lockers 2");
  save();
  await waitFor(() => expect(requestsTo("setFloorDrawing")).toHaveLength(1));
  rename("Office", "Office 2");
  finish();
  await waitFor(() => expect(messages()).toHaveLength(1));
  expect(screen.getByRole("button", { name: "Office 2" })).toBeTruthy();
  save();
  await waitFor(() => expect(requestsTo("setFloorDrawing")).toHaveLength(2));
  expect(requestsTo("setFloorDrawing")[1]?.body).toMatchObject({
    rooms: [{ id: room(1, "").id }, { name: "Office 2" }],
  });
});

it("rooms of a GeoJSON file join the drawing, and are saved and checked like drawn ones", async () => {
  const { save, requestsTo, messages } = await open([room(1, "Lockers")]);
  const ring = [at(10, 10), at(14, 10), at(14, 14), at(10, 10)].map(({ lat, lon }) => [lon, lat]);
  const choose = (text: string): void => {
    const file = new File([text], "rooms.geojson");
    fireEvent.change(document.querySelector("input[type=file]")!, { target: { files: [file] } });
  };
  choose("{nothing");
  await waitFor(() => expect(messages()).toContain("This file is not GeoJSON"));
  const polygon = { type: "Polygon", coordinates: [ring] };
  choose(JSON.stringify({ type: "Feature", properties: { name: "Store" }, geometry: polygon }));
  await screen.findByRole("button", { name: "Store" });
  save();
  await waitFor(() => expect(requestsTo("setFloorDrawing")).toHaveLength(1));
  expect(requestsTo("setFloorDrawing")[0]).toMatchObject({ body: { rooms: [{ name: "Lockers" }, { name: "Store" }] } });
});
