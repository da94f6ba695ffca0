import { placePlan } from "@pulse/geo/floorPlan";
import { afterEach, expect, it } from "vitest";
import { ground } from "../test/siteStage.tsx";
import { switchLanguage } from "../text/language.ts";
import { drawingTrouble } from "./drawingTrouble.ts";
import { drawingBody, type Shape } from "./sketch.ts";

afterEach(() => switchLanguage("en"));

const plan = placePlan(ground);
const floor = { ...ground, outline: null };
const shape = (kind: Shape["kind"], name: string, ...points: [x: number, y: number][]): Shape => ({
  key: name || kind,
  kind,
  id: null,
  points: points.map(([x, y]) => ({ x, y })),
  name,
  use: "",
  lossDb: null,
});
const store = shape("room", "Store", [2, 2], [6, 2], [6, 6], [2, 6]);

it.each<[language: "en" | "de", wrong: Shape, text: string]>([
  ["en", shape("room", "Bow", [2, 2], [6, 6], [6, 2], [2, 6]), "Bow: must not cross itself"],
  ["de", shape("room", "Bow", [2, 2], [6, 6], [6, 2], [2, 6]), "Bow: darf sich nicht selbst kreuzen"],
  ["en", shape("wall", "", [90, 2], [90, 6]), "Wall 1: is outside the plan"],
  ["de", shape("door", "", [3, 3], [3, 3]), "Tür 1: hat keine Länge"],
  ["de", shape("room", " Yard", [2, 2], [6, 2], [6, 6]), " Yard: Leerzeichen am Anfang und am Ende sind nicht erlaubt"],
])("the drawing check says in %s what is wrong with which shape", async (language, wrong, text) => {
  await switchLanguage(language);
  const shapes = [store, wrong];
  const found = drawingTrouble(shapes, drawingBody(shapes, plan, floor), floor);
  expect(found).toEqual({ key: wrong.key, text });
});

it("the drawing check finds nothing wrong with shapes that can be saved", () => {
  const shapes = [store, shape("outline", "", [0, 0], [30, 0], [30, 20], [0, 20])];
  expect(drawingTrouble(shapes, drawingBody(shapes, plan, floor), floor)).toBeNull();
});
