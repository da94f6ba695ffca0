import { JetStreamApiError } from "@nats-io/jetstream";

/**
 * How often JetStream is asked whether it answers, ms, and how many questions in a row may have no answer: as for the connection itself
 * (connectNats.ts), so that all processes notice an outage within 2 s of each other. Answers that come late count, too.
 */
export const askEveryMs = 1_500;
export const maxUnanswered = 3;

/** The names of errors of requests that nobody answers; not all of these classes are exported. */
const noAnswer = new Set([
  "TimeoutError",
  "RequestError",
  "NoResponders",
  "ClosedConnectionError",
  "ConnectionError",
  "JetStreamNotEnabled",
  "JetStreamStatusError",
]);

/** Of an answer that says that the cluster has no leader. */
const unavailableStatus = 503;

/** Whether JetStream of the server that we are connected to stores messages; the connection alone does not say so. */
export interface JetStreamReach {
  /** What is wrong, in a few words; null: nothing. */
  unhealthyReason(): string | null;
  /** Asks once more; to be called every `askEveryMs`. Does not wait for the answer. */
  turn(): void;
}

/**
 * A server that has lost the others of its cluster still has its connections, but stores nothing: that takes more than half of them. So
 * it is asked again and again.
 * @param parts.ask resolves once something is stored, and rejects if it is not; must not wait for ever
 * @param parts.reconnect tries another server of the cluster
 */
export function jetStreamReach(parts: {
  ask(): Promise<unknown>;
  /** What the connection says itself is known anyway. */
  isConnected(): boolean;
  reconnect(): void;
  report(text: string): void;
  now(): number;
}): JetStreamReach {
  // Turns, not moments: a process that was paused has missed no answer.
  let unanswered = 0;
  let firstUnansweredMs = 0;
  const isAway = (): boolean => unanswered > maxUnanswered;
  const reason = (): string =>
    `the NATS server has stored nothing since ${new Date(firstUnansweredMs).toISOString()}; it may be cut off from the others of its cluster, or its disk may be full`;
  const answered = (): void => {
    if (isAway()) parts.report("the NATS server stores messages again");
    unanswered = 0;
  };
  return {
    unhealthyReason: () => (isAway() ? reason() : null),
    turn: () => {
      if (!parts.isConnected()) {
        // What was asked over a connection that is lost says nothing of the next one.
        if (!isAway()) unanswered = 0;
        return;
      }
      if (unanswered++ === 0) firstUnansweredMs = parts.now();
      // A refusal is no answer.
      parts.ask().then(answered, () => undefined);
      if (unanswered === maxUnanswered + 1) parts.report(reason());
      if (isAway() && unanswered % (maxUnanswered + 1) === 0) parts.reconnect();
    },
  };
}

/** Whether a question failed because JetStream cannot answer anything now, and not for what was asked. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status === unavailableStatus;
  return error instanceof Error && noAnswer.has(error.name);
}
