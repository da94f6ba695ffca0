import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { stage } from "../../test/stage.tsx";
import { BottomSheet, type SnapPoint } from "./BottomSheet.tsx";

function Opened() {
  const [snapPoint, setSnapPoint] = useState<SnapPoint>("peek");
  return (
    <BottomSheet snapPoint={snapPoint} onSnap={setSnapPoint}>
      <p>{snapPoint}</p>
    </BottomSheet>
  );
}

it("a bottom sheet's grip works by keyboard: a click opens and closes it, and arrows move between stops", () => {
  stage().show(<Opened />);
  const grip = (): HTMLElement => screen.getByRole("button");
  // The click that Enter, Space and screen readers cause on a button.
  fireEvent.click(grip(), { detail: 0 });
  expect(screen.getByText("half")).toBeTruthy();
  expect(grip().getAttribute("aria-expanded")).toBe("true");
  fireEvent.keyDown(grip(), { key: "ArrowUp" });
  expect(screen.getByText("full")).toBeTruthy();
  fireEvent.click(grip(), { detail: 0 });
  expect(screen.getByText("peek")).toBeTruthy();
});

it("a tap, which is a pointer press and a click, moves a bottom sheet once", () => {
  stage().show(<Opened />);
  const grip = screen.getByRole("button");
  grip.setPointerCapture = () => undefined;
  fireEvent.pointerDown(grip, { clientY: 5 });
  fireEvent.pointerUp(grip, { clientY: 5 });
  fireEvent.click(grip, { detail: 1 });
  expect(screen.getByText("half")).toBeTruthy();
});
