import type { Answer, Question, RequestName } from "./requests.ts";
import type { Message, SubjectName } from "./subjects.ts";

export type { GatewayPlace, LocatedFix, Sighting, SightingBatch, TrackerPlace } from "./subjects.ts";

/** What waits for a listener that is still busy with an earlier message. */
export interface BusWaiting {
  items: number;
  /** When the oldest of them was published, ms; null: nothing waits. */
  oldestMs: number | null;
}

/**
 * Connects the parts of the live path with each other and with the API. `server/test/support/busSuite.ts` states what every
 * implementation must do.
 */
export interface Bus {
  /** Sends a message to all listeners. One that does not match its subject's schema is not delivered, but reported. */
  publish<S extends SubjectName>(subject: S, message: Message<S>): void;
  /**
   * Listens to a subject, for all sites or for one. A listener gets one message at a time in the order of publishing,
   * the next one when its promise has settled. An error is reported and does not affect other listeners. Messages are
   * shared, so nobody may change them.
   * @returns a function that stops listening
   */
  subscribe<S extends SubjectName>(
    subject: S,
    listener: (message: Message<S>) => unknown,
    only?: { siteId: string },
  ): () => void;
  /**
   * Asks whoever serves a request; if several do, one of them.
   * @throws {BusRefusal} if there is none, if none answers in time, or if question or answer do not match their schemas
   */
  ask<R extends RequestName>(request: R, question: Question<R>): Promise<Answer<R>>;
  /** Serves a request, for all sites or for one. Returns a function that stops. */
  serve<R extends RequestName>(
    request: R,
    answer: (question: Question<R>) => Answer<R> | Promise<Answer<R>>,
    only?: { siteId: string },
  ): () => void;
  /** Back-pressure: the messages that a subject's listeners have not handled yet. */
  waiting(subject: SubjectName): BusWaiting;
  /** Resolves when every listener has handled everything published so far. */
  idle(): Promise<void>;
}

/** Why a question got no answer. */
export class BusRefusal extends Error {
  readonly reason: "nobody" | "late" | "failed" | "misshapen";
  constructor(reason: BusRefusal["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
