import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stage } from "../../test/stage.tsx";
import type { MapPicture } from "../../mapEngine/mapPicture.ts";
import type { MapPageModel } from "../model/useMapPage.ts";
import { captionOf } from "./caption.ts";
import { composePicture, type Paper, sizeOf } from "./composePicture.ts";
import { ShareMenu } from "./ShareMenu.tsx";

afterEach(() => vi.unstubAllGlobals());

const plans = [
  { id: "a", name: "Floor 1", buildingId: "1", buildingName: "Hall" },
  { id: "b", name: "Floor 2", buildingId: "1", buildingName: "Hall" },
];
const atMs = new Date(2026, 10, 23, 14, 5, 7).getTime();

it("a map's picture names the site, floor and moment, also in its file name", () => {
  expect(captionOf({ siteName: "Harbour", plans, shownFloorIds: ["b"], atMs })).toEqual({
    site: "Harbour",
    floors: "Floor 2",
    moment: "2026-11-23 14:05:07",
    fileName: "Harbour_Floor 2_2026-11-23 140507.png",
  });
});

it("a map's picture names the buildings where there are several, and makes a valid file name of any name", () => {
  const two = [plans[0]!, { id: "c", name: "Ground", buildingId: "2", buildingName: "Annex" }];
  const caption = captionOf({ siteName: "A/B: <old>", plans: two, shownFloorIds: ["a", "c"], atMs });
  expect(caption.floors).toBe("Hall · Floor 1, Annex · Ground");
  expect(caption.fileName).toBe("A-B- -old-_Hall · Floor 1, Annex · Ground_2026-11-23 140507.png");
});

function drawn(picture: Partial<MapPicture>) {
  const texts: { text: string; x: number; y: number }[] = [];
  const corners: { x: number; y: number }[] = [];
  const paper = {
    drawImage: () => undefined,
    fillRect: () => undefined,
    fillText: (text: string, x: number, y: number) => void texts.push({ text, x, y }),
    measureText: (text: string) => ({ width: text.length * 10 }),
    beginPath: () => undefined,
    moveTo: (x: number, y: number) => void corners.push({ x, y }),
    lineTo: (x: number, y: number) => void corners.push({ x, y }),
    stroke: () => undefined,
  } as unknown as Paper;
  const whole: MapPicture = {
    canvas: { width: 1600, height: 1000 } as HTMLCanvasElement,
    ratio: 2,
    pxPerM: 10,
    attribution: "© map",
    ...picture,
  };
  const caption = captionOf({ siteName: "Harbour", plans, shownFloorIds: ["a"], atMs });
  const look = { ground: "", text: "", quiet: "", fontFamily: "", distanceText: (metres: number) => `${metres} m` };
  composePicture(paper, whole, caption, look);
  return { texts, corners, size: sizeOf(whole) };
}

it("a map's picture has the caption below the map, with a scale bar of the right length", () => {
  const { texts, corners, size } = drawn({});
  expect(size).toEqual({ width: 1600, height: 1088 });
  expect(texts.map(({ text }) => text)).toEqual(["10 m", "Harbour", "Floor 1", "2026-11-23 14:05:07", "© map"]);
  for (const { y } of [...texts, ...corners]) {
    expect(y).toBeGreaterThan(1000);
    expect(y).toBeLessThan(1088);
  }
  // 10 m of 10 px each on a screen of two pixels for each.
  expect(Math.max(...corners.map(({ x }) => x)) - Math.min(...corners.map(({ x }) => x))).toBe(200);
});

it("a narrow picture of the map leaves out parts of the caption that do not fit beside the scale", () => {
  const { texts } = drawn({ canvas: { width: 560, height: 1000 } as HTMLCanvasElement });
  expect(texts.map(({ text }) => text)).toEqual(["10 m", "Harbour", "Floor 1", "© map"]);
});

function opened(picture: MapPicture | null) {
  const set = stage();
  const page = {
    site: { name: "Harbour" },
    plans,
    switches: ["geofences"],
    layers: { geofences: true },
    state: { shownFloorIds: ["a"] },
    positions: { nowMs: () => atMs },
    handle: { current: { picture: () => picture } },
  } as unknown as MapPageModel;
  set.show(
    <ShareMenu page={page}>
      <button type="button">Share</button>
    </ShareMenu>,
  );
  return set;
}
const choose = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
};

it("the share menu copies the address", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  const { messages } = opened(null);
  await choose("Copy link");
  await waitFor(() => expect(messages()).toEqual(["Link copied. It opens the map as you see it now."]));
  expect(copied).toEqual([window.location.href]);
});

it("the share menu says so when the browser does not allow copying", async () => {
  vi.stubGlobal("navigator", {});
  const { messages } = opened(null);
  await choose("Copy link");
  await waitFor(() => expect(messages()).toContain("Couldn't copy the link"));
});

const paper = (): MapPicture => ({
  canvas: document.createElement("canvas"),
  ratio: 1,
  pxPerM: 10,
  attribution: "© map",
});
const sheetNow = (): HTMLElement | null => screen.queryByRole("region", { name: "Print" });

it("the map has a page to print as soon as the browser starts printing, and removes it afterwards", () => {
  const picture = paper();
  opened(picture);
  expect(sheetNow()).toBeNull();
  // Synchronously: the browser prints what exists when this returns.
  window.dispatchEvent(new Event("beforeprint"));
  const sheet = sheetNow();
  expect(sheet?.contains(picture.canvas)).toBe(true);
  for (const words of ["Harbour", "Floor 1", "2026-11-23 14:05:07", "Moving", "Gateway", "Geofence", "© map"])
    expect(sheet?.textContent).toContain(words);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(sheetNow()).toBeNull();
});

it("the share menu prints with the browser", async () => {
  let prints = 0;
  vi.stubGlobal("print", () => void prints++);
  opened(paper());
  await choose("Print");
  expect(prints).toBe(1);
});

it("the share menu says so when there is no map to save", async () => {
  const { messages } = opened(null);
  await choose("Save as PNG");
  expect(messages()).toEqual(["There is no map to save"]);
});
