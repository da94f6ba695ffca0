import type { TruthRow } from "@pulse/cli/locate/recordings";
import { roomAnchors, roomOutline, rssiAt, stepMs, stepsOf, tracks } from "./espresenseScenario.ts";
import type { MeasuredSite } from "./measuredSite.ts";
import { seeded } from "./random.ts";

const seeds = 10;
const floor = "0";

/** The room of the scenario as a site on its own: nothing is known of its path loss, and each seed is a tag. */
export function espresenseSite(): MeasuredSite {
  const anchors = roomAnchors(floor);
  const truth = new Map<string, TruthRow[]>();
  const test = Object.entries(tracks).flatMap(([name, track]) =>
    Array.from({ length: seeds }, (_, i) => {
      const tagId = `${name}-${i + 1}`;
      const rows = stepsOf(track).map((at, step) => ({ atMs: stepMs * (step + 1), ...at, floor }));
      truth.set(tagId, rows);
      const random = seeded(i + 1);
      const packets = rows.flatMap(({ atMs, ...at }) =>
        anchors.map((anchor) => ({
          atMs,
          receivedMs: atMs,
          anchorId: anchor.id,
          rssi: rssiAt(at, anchor, random),
        })),
      );
      return { tagId, packets };
    }),
  );
  return { name: "espresense", anchors, outline: roomOutline, survey: [], test, truth, moves: () => true };
}
