import { expect, test, vi } from "vitest";
import { explainAnswer } from "./explainAnswer.ts";

const [siteId, trackerId] = ["site", "tracker"];
/** Answers whose process works on these trackers. */
function answerOf(own: readonly string[]) {
  const of = vi.fn(async () => null);
  const answer = explainAnswer({
    worker: { explain: () => null },
    sites: { of },
    hasTracker: (_siteId, id) => own.includes(id),
    lastFixMs: async () => 1_000,
    sightingSteps: async () => [],
  });
  return { answer, of };
}

test("a past moment is explained by the model of the process that works on the tracker, and by no other share's of its site", async () => {
  const [owner, other] = [answerOf([trackerId]), answerOf(["another"])];
  for (const at of [undefined, "2026-11-30T12:00:00.000Z"])
    for (const { answer } of [owner, other])
      expect(await answer({ siteId, trackerId, ...(at === undefined ? {} : { at }) })).toBeNull();
  expect(owner.of).toHaveBeenCalledTimes(2);
  expect(other.of).not.toHaveBeenCalled();
});
