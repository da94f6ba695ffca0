import { DrawingBody } from "@pulse/contract/drawing";
import { drawingFaults } from "@pulse/geo/drawingFaults";
import type { Placement } from "@pulse/geo/floorPlan";
import type { RefusedField } from "../api/apiError.ts";
import { refusalFaults, ruleFaults } from "../form/faults.ts";
import { texts } from "../text/translate.ts";
import type { Drawn, Shape, ShapeKind } from "./sketch.ts";

/** Why a drawing cannot be saved, and the shape that it is about. */
export interface Trouble {
  /** Null: it is about none. */
  key: string | null;
  text: string;
}

const kinds: Readonly<Record<string, ShapeKind>> = {
  outline: "outline",
  walls: "wall",
  doors: "door",
  lifts: "lift",
  rooms: "room",
};

/** What the rules find wrong with a drawing, the first of it; null: nothing. @param floor what is stored */
export function drawingTrouble(shapes: readonly Shape[], body: DrawingBody, floor: Drawn & Placement): Trouble | null {
  const [wrong] = ruleFaults(DrawingBody, body);
  if (wrong !== undefined) return troubleAt(shapes, wrong.path, whyText(wrong));
  const [fault] = drawingFaults(body, floor, floor);
  return fault === undefined ? null : troubleAt(shapes, fault.path, texts.t(`drawing.wrong.${fault.kind}`));
}

/** What the server refused, the first of it; null: it names nothing. */
export function refusedTrouble(shapes: readonly Shape[], details: readonly RefusedField[]): Trouble | null {
  const [wrong] = refusalFaults(details);
  return wrong === undefined ? null : troubleAt(shapes, wrong.path, whyText(wrong));
}

/** @param path as `rooms.3.name` or `rooms[3].area` */
function troubleAt(shapes: readonly Shape[], path: string, why: string): Trouble {
  const [, list = "", nth = "0"] = /^(\w+)(?:[.[](\d+))?/.exec(path) ?? [];
  const shape = shapes.filter(({ kind }) => kind === kinds[list])[Number(nth)];
  if (shape === undefined) return { key: null, text: why };
  return { key: shape.key, text: texts.t("drawing.wrong.at", { what: shapeText(shape, Number(nth)), why }) };
}

/** What a shape is called: by its name, else by its kind and number. */
export function shapeText({ kind, name }: Shape, nth: number): string {
  if (name !== "") return name;
  const word = texts.t(`drawing.kind.${kind}`);
  return kind === "outline" ? word : `${word} ${nth + 1}`;
}

function whyText({ code, message }: { code: string; message: string }): string {
  // The rule's own text starts with the character.
  if (code === "char_not_allowed") return texts.t("drawing.wrong.char", { char: Array.from(message)[0] });
  // The catalogue says of this one nothing that the server's text does not say better.
  if (code === "invalid_parameter" && message !== "") return message;
  const key = [`errorsUnfilled.${code}`, `errors.${code}`].find((each) => texts.exists(each));
  return key === undefined ? message : texts.t(key);
}
