import type { SystemEvent, WriteTransaction } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { ClaimedDelivery, DeliveriesRepository } from "./deliveries.repository.ts";
import type { Post } from "./posting.ts";
import { signedHeaders } from "../../platform/http/webhookSignature.ts";

/** A process that is silent for this long has died; longer than an attempt may take. */
const claimMs = 60_000;
/** How many are sent to one webhook at the same time. */
const atOnce = 4;
const firstPauseMs = 5_000;
const longestPauseMs = 3600_000;
/** A webhook that accepts nothing is tried again after this time at the latest, however much waits for it. */
const longestRestMs = 60_000;

/**
 * Sends what is due and resolves when nothing more is. Webhooks are served separately, so a slow one holds up no other.
 */
export function deliveryWork(parts: {
  deliveries: DeliveriesRepository;
  withTransaction(trx: WriteTransaction): DeliveriesRepository;
  unit: Pick<UnitOfWork, "commitEvents">;
  post: Post;
  /** What people are told when a delivery is given up; null: its webhook is gone. */
  failureEvent(delivery: ClaimedDelivery): Promise<SystemEvent | null>;
  now(): number;
  /** 0–1: spreads the attempts of many. */
  random(): number;
  problem(error: unknown): void;
}) {
  const { deliveries, post, now } = parts;
  const working = new Set<string>();
  const at = (ms: number): Date => new Date(now() + ms);

  const later = (attempts: number): number =>
    Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1)) * (0.8 + 0.4 * parts.random());

  const giveUp = async (
    delivery: ClaimedDelivery,
    how: Parameters<DeliveriesRepository["storeOutcome"]>[1],
  ): Promise<void> => {
    const event = await parts.failureEvent(delivery);
    await parts.unit.commitEvents(async (trx) => {
      const isStored = await parts.withTransaction(trx).storeOutcome(delivery, { ...how, state: "failed" });
      return isStored && event !== null ? [event] : [];
    });
  };

  /** Whether it was accepted. */
  const send = async (delivery: ClaimedDelivery, signal: AbortSignal): Promise<boolean> => {
    const { id, body, secret, url, attempts } = delivery;
    const headers = signedHeaders(secret, { id, body, atMs: now() });
    const { status, durationMs, error } = await post(url, body, headers, signal);
    const how = { status, duration_ms: durationMs, error };
    const pauseMs = later(attempts);
    if (error === null) await deliveries.storeOutcome(delivery, { ...how, state: "done" });
    else if (at(pauseMs) > delivery.give_up_at) await giveUp(delivery, how);
    else await deliveries.storeOutcome(delivery, { ...how, next_try_at: at(pauseMs) });
    return error === null;
  };

  const sendAll = async (webhookId: string, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await deliveries.claim(webhookId, at(0), at(claimMs), atOnce);
      if (claimed.length === 0) return;
      const outcomes = await Promise.all(claimed.map((delivery) => send(delivery, signal)));
      const failures = outcomes.includes(true) ? 0 : (await deliveries.failuresOf(webhookId)) + 1;
      const restMs = Math.min(longestRestMs, 1000 * 2 ** (failures - 2));
      // A single failure may be about the delivery, so the next one is tried without a rest.
      await deliveries.rest(webhookId, failures, failures < 2 ? null : at(restMs));
    }
  };

  return async (signal: AbortSignal): Promise<void> => {
    const due = (await deliveries.due(at(0))).filter((id) => !working.has(id));
    const work = due.map((id) =>
      sendAll(id, signal)
        .then(() => deliveries.deleteAllOf([id]))
        // A delivery that was interrupted is sent again when its claim ends.
        .catch((error: unknown) => (signal.aborted ? undefined : parts.problem(error)))
        .finally(() => working.delete(id)),
    );
    for (const id of due) working.add(id);
    await Promise.all(work);
  };
}
