import { DrawingBody } from "@pulse/contract/drawing";
import { drawingFaults } from "@pulse/geo/drawingFaults";
import type { Placement } from "@pulse/geo/floorPlan";
import type { RefusedField } from "../api/apiError.ts";
import { reasonText } from "../api/reasonText.ts";
import { refusedFieldErrors, ruleErrors } from "../form/fieldErrors.ts";
import { texts } from "../text/translate.ts";
import type { Drawn, Shape, ShapeKind } from "./sketch.ts";

/** Why a drawing cannot be saved, and the shape concerned. */
export interface Trouble {
  /** Null: no single shape. */
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

/** The first violation of the rules in a drawing; null: none. @param floor the stored floor */
export function drawingTrouble(shapes: readonly Shape[], body: DrawingBody, floor: Drawn & Placement): Trouble | null {
  const [wrong] = ruleErrors(DrawingBody, body);
  if (wrong !== undefined) return troubleAt(shapes, wrong.path, whyText(wrong));
  const [fault] = drawingFaults(body, floor, floor);
  return fault === undefined ? null : troubleAt(shapes, fault.path, texts.t(`drawing.wrong.${fault.kind}`));
}

/** The first of the server's refusals; null: it names none. */
export function refusedTrouble(shapes: readonly Shape[], details: readonly RefusedField[]): Trouble | null {
  const [wrong] = refusedFieldErrors(details);
  return wrong === undefined ? null : troubleAt(shapes, wrong.path, whyText(wrong));
}

/** @param path as `rooms.3.name` or `rooms[3].area` */
function troubleAt(shapes: readonly Shape[], path: string, why: string): Trouble {
  const [, list = "", nth = "0"] = /^(\w+)(?:[.[](\d+))?/.exec(path) ?? [];
  const shape = shapes.filter(({ kind }) => kind === kinds[list])[Number(nth)];
  if (shape === undefined) return { key: null, text: why };
  return { key: shape.key, text: texts.t("drawing.wrong.at", { what: shapeText(shape, Number(nth)), why }) };
}

/** A shape's name, else its kind and number. */
export function shapeText({ kind, name }: Shape, nth: number): string {
  if (name !== "") return name;
  const word = texts.t(`drawing.kind.${kind}`);
  return kind === "outline" ? word : `${word} ${nth + 1}`;
}

function whyText({ code, message }: { code: string; message: string }): string {
  // The rule's own text starts with the character.
  if (code === "char_not_allowed") return texts.t("drawing.wrong.char", { char: Array.from(message)[0] });
  // For this code the server's text says more than the catalogue's.
  if (code === "invalid_parameter" && message !== "") return reasonText(message) ?? message;
  const key = [`errorsUnfilled.${code}`, `errors.${code}`].find((each) => texts.exists(each));
  return key === undefined ? message : texts.t(key);
}
