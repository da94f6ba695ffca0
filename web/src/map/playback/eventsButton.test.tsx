import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { stage } from "../../test/stage.tsx";
import { EventsButton } from "./EventsButton.tsx";
import type { Crossing } from "./historyEvents.ts";
import type { Halt } from "./stays.ts";

it("the events' button lists stops and crossings, and goes to the chosen one", async () => {
  const atMs = Date.parse("2026-11-20T13:05:00Z");
  const halt: Halt = {
    kind: "halt",
    place: 1,
    atMs,
    toMs: atMs + 600_000,
    lat: 51,
    lon: 7,
    floorId: null,
    room: "Cold store",
    nearest: null,
  };
  const entered: Crossing = { kind: "entered", atMs: atMs + 700_000, name: "Dock", insideS: null };
  const onSeek = vi.fn();
  stage().show(<EventsButton events={[halt, entered]} timeMs={atMs} plans={[]} onSeek={onSeek} />);
  fireEvent.click(screen.getByRole("button", { name: "Stops" }));
  expect(await screen.findByText(/^Entered Dock, \d\d:\d\d$/)).toBeDefined();
  fireEvent.click(screen.getByText(/^Cold store, \d\d:\d\d–\d\d:\d\d$/));
  expect(onSeek).toHaveBeenCalledWith(atMs);
});
