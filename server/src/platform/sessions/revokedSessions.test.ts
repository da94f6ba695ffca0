import { expect, test } from "vitest";
import { revokedSessions } from "./revokedSessions.ts";

test("an older answer that arrives late does not bring an ended session back", async () => {
  const answers: ((ids: string[]) => void)[] = [];
  const revoked = revokedSessions(
    () => new Promise((resolve) => void answers.push(resolve)),
    () => 0,
  );
  const [older, newer] = [revoked.refresh(), revoked.refresh()];
  answers[1]!(["ended"]);
  await newer;
  answers[0]!([]);
  await older;
  expect(revoked.has("ended")).toBe(true);
});
