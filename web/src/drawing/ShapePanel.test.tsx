import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { switchLanguage } from "../text/language.ts";
import { startDrawing } from "./drawingState.ts";
import { ShapePanel } from "./ShapePanel.tsx";
import type { Shape } from "./sketch.ts";

afterEach(() => switchLanguage("en"));

const wall: Shape = {
  key: "w",
  kind: "wall",
  id: null,
  points: [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
  ],
  name: "",
  use: "",
  lossDb: null,
};

it.each([
  ["en", "Signal loss"],
  ["de", "Signalverlust"],
] as const)(
  "the loss field of a wall says in %s what an empty one counts as, and the most that all walls take",
  async (language, label) => {
    await switchLanguage(language);
    stage().show(<ShapePanel state={{ ...startDrawing([wall]), selected: "w" }} onAction={() => undefined} />);
    const loss = await screen.findByLabelText<HTMLInputElement>(label);
    expect(loss.value).toBe("");
    const hint = loss.getAttribute("aria-describedby")!.split(" ")[0]!;
    expect(document.getElementById(hint)?.textContent).toMatch(/3 dB.*6 dB/);
    // The error appears in addition, not instead.
    fireEvent.change(loss, { target: { value: "90" } });
    fireEvent.blur(loss);
    expect(document.getElementById(hint)?.textContent).toMatch(/3 dB.*6 dB/);
    expect(loss.getAttribute("aria-invalid")).toBe("true");
  },
);
