import { fireEvent, screen, waitFor } from "@testing-library/react";
import { fullAccess } from "@pulse/contract/access";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { press, stage } from "../test/stage.tsx";
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
    stage().show(
      <ShapePanel siteId="1" state={{ ...startDrawing([wall]), selected: "w" }} onAction={() => undefined} />,
    );
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

it("the panel of a stored room makes a geofence that follows it, and that of a new room does not", async () => {
  const room: Shape = { ...wall, key: "r", kind: "room", id: "room-1", name: "Cold store" };
  const drawing = (id: string | null) => ({ ...startDrawing([{ ...room, id }]), selected: "r" });
  const { answers, requests, show } = stage();
  answers["getAccessibleOperations"] = () => fullAccess();
  answers["listGeofences"] = () => [];
  answers["createGeofence"] = () => ({ id: "fence-1", name: "Cold store", roomId: "room-1" });
  function Panel() {
    const [id, setId] = useState<string | null>("room-1");
    return (
      <>
        <button type="button" onClick={() => setId(null)}>
          New room
        </button>
        <ShapePanel siteId="1" state={drawing(id)} onAction={() => undefined} />
      </>
    );
  }
  show(<Panel />);
  fireEvent.click(await screen.findByRole("button", { name: "Make a geofence" }));
  const creations = () => requests.filter(({ id }) => id === "createGeofence");
  await waitFor(() => expect(creations()).toMatchObject([{ query: { siteId: "1" }, body: { roomId: "room-1" } }]));
  press("New room");
  expect(screen.queryByRole("button", { name: "Make a geofence" })).toBeNull();
});
