import { expect, test } from "vitest";
import { jetStreamReach, maxUnanswered } from "./jetStreamReach.ts";

/** A server whose answers wait until the test gives them. */
function reachOf() {
  const waiting: PromiseWithResolvers<void>[] = [];
  let isConnected = true;
  const reports: string[] = [];
  let reconnects = 0;
  const reach = jetStreamReach({
    ask: () => {
      const answer = Promise.withResolvers<void>();
      waiting.push(answer);
      return answer.promise;
    },
    isConnected: () => isConnected,
    reconnect: () => void reconnects++,
    report: (text) => void reports.push(text),
    now: () => Date.UTC(2026, 10, 30, 12),
  });
  return {
    ...reach,
    reports,
    reconnects: () => reconnects,
    connected: (is: boolean) => void (isConnected = is),
    turns: (count: number) => Array.from({ length: count }, reach.turn),
    answer: async (nth: number): Promise<void> => {
      waiting.at(nth)!.resolve();
      await waiting.at(nth)!.promise;
    },
    refuse: async (nth: number): Promise<void> => {
      waiting.at(nth)!.reject(new Error("503"));
      await waiting.at(nth)!.promise.catch(() => undefined);
      await Promise.resolve();
    },
  };
}

test("a server is reachable until several questions in a row have had no answer, and again with the first one", async () => {
  const reach = reachOf();
  reach.turns(maxUnanswered);
  expect(reach.unhealthyReason()).toBeNull();
  reach.turns(1);
  const reason = "the NATS server has stored nothing since 2026-11-30T12:00:00.000Z";
  expect(reach.unhealthyReason()).toContain(reason);
  reach.turns(5);
  await reach.answer(-1);
  expect(reach.unhealthyReason()).toBeNull();
  expect(reach.reports).toEqual([expect.stringContaining(reason), "the NATS server stores messages again"]);
});

test("a slow server is reachable as long as it answers at all", async () => {
  const reach = reachOf();
  reach.turns(maxUnanswered);
  for (let nth = 0; nth < 10; nth++) {
    await reach.answer(nth);
    reach.turns(1);
    expect(reach.unhealthyReason()).toBeNull();
  }
});

test("refusals are no answers", async () => {
  const reach = reachOf();
  for (let nth = 0; nth <= maxUnanswered; nth++) {
    reach.turns(1);
    await reach.refuse(-1);
  }
  expect(reach.unhealthyReason()).not.toBeNull();
});

test("another server of the cluster is tried when one does not answer, and again now and then", () => {
  const reach = reachOf();
  reach.turns(maxUnanswered);
  expect(reach.reconnects()).toBe(0);
  reach.turns(1);
  expect(reach.reconnects()).toBe(1);
  reach.turns(maxUnanswered);
  expect(reach.reconnects()).toBe(1);
  reach.turns(1);
  expect(reach.reconnects()).toBe(2);
});

test("questions that a lost connection left without an answer do not count at the next server", () => {
  const reach = reachOf();
  reach.turns(maxUnanswered);
  reach.connected(false);
  reach.turns(1);
  reach.connected(true);
  reach.turns(maxUnanswered);
  expect(reach.unhealthyReason()).toBeNull();
  expect(reach.reconnects()).toBe(0);
});
