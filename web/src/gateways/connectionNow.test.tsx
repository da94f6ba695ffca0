import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { ConnectionNow } from "./ConnectionNow.tsx";

const connection = {
  mqttUsername: "gateway-1",
  host: "pulse.example",
  port: 1883,
  tlsPort: null,
  publishTopics: [],
  subscribeTopics: [],
  status: "online",
  formerNames: [],
  connected: true,
  lastMessageAt: "2026-11-20T12:00:00.000Z",
  ignoredTopics: [],
} as const;

it("messages of a gateway that were dropped are shown with their number and reason, also while others are read", async () => {
  const { show } = stage();
  const earlier = "2026-11-20T11:59:00.000Z";
  const faults = [
    { kind: "too_long", at: earlier, count: 12, about: "ruuvi/AC:23:3F:00:00:01/x: 300000 bytes" },
    { kind: "unreadable", at: earlier, count: 1, about: "it is not JSON" },
    { kind: "password", at: earlier, count: 3, about: null },
  ] as const;
  show(<ConnectionNow connection={{ ...connection, faults } as never} />);
  expect(await screen.findByText("Message too long × 12")).toBeTruthy();
  expect(screen.getByText("ruuvi/AC:23:3F:00:00:01/x: 300000 bytes")).toBeTruthy();
  expect(screen.getByText(/longer than 256 kB \(over HTTP, 1 MB\)/)).toBeTruthy();
  expect(screen.getByText("Unreadable message")).toBeTruthy();
  expect(screen.queryByText(/Wrong password/)).toBeNull();
});
