import { expect, test } from "vitest";
import type { Bus } from "../platform/bus/bus.ts";
import type { Screen } from "./livePicture.ts";
import { sharedScreen } from "./sharedScreen.ts";

type Update = Parameters<Screen["add"]>[1];

test("the positions of a large site go to the other processes in messages of a size that a NATS server takes, each once", () => {
  const sent: { siteId: string; updates: readonly Update[] }[] = [];
  const publish = ((_name: string, message: (typeof sent)[number]) => void sent.push(message)) as Bus["publish"];
  const screen = sharedScreen({ bus: { publish }, isHeld: () => true });
  const trackers = Array.from({ length: 2_001 }, (_, nth) => `tracker ${nth}`);
  for (const trackerId of trackers) screen.add("site", { trackerId } as unknown as Update);
  screen.flush();
  expect(Math.max(...sent.map(({ updates }) => updates.length))).toBeLessThanOrEqual(200);
  expect(sent.flatMap(({ updates }) => updates.map((one) => one.trackerId))).toEqual(trackers);
});
