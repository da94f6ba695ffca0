import type { Answer, Question, RequestName } from "./requests.ts";
import type { Message, SubjectName } from "./subjects.ts";

export type { GatewayPlace, LocatedFix, Sighting, SightingBatch, TrackerPlace } from "./subjects.ts";

/** What waits for a listener that is still at work on an earlier message. */
export interface BusWaiting {
  items: number;
  /** When the oldest of them was published, ms; null: nothing waits. */
  oldestMs: number | null;
}

/**
 * The way between the parts of the live path, and from the API to them. What every implementation must hold stands in
 * `server/test/busSuite.ts`.
 */
export interface Bus {
  /** Tells whoever listens. A message that is not what its subject says reaches nobody; it is reported, not thrown. */
  publish<S extends SubjectName>(subject: S, message: Message<S>): void;
  /**
   * Listens to a subject, or to what it says of one site. A listener gets one message after the other, in the order in
   * which they were published; the next one when its promise is settled. What it throws is reported and hurts nobody else.
   * Messages are shared: nobody may change them.
   * @returns the way to stop
   */
  subscribe<S extends SubjectName>(
    subject: S,
    listener: (message: Message<S>) => unknown,
    only?: { siteId: string },
  ): () => void;
  /**
   * Asks whoever serves the request, and of several one.
   * @throws {BusRefusal} where nobody does, nobody answers in time, or question or answer are not what they should be
   */
  ask<R extends RequestName>(request: R, question: Question<R>): Promise<Answer<R>>;
  /** Serves a request, for all sites or for one. Returns the way to stop. */
  serve<R extends RequestName>(
    request: R,
    answer: (question: Question<R>) => Answer<R> | Promise<Answer<R>>,
    only?: { siteId: string },
  ): () => void;
  /** The back-pressure: what listeners of a subject have not come to yet. */
  waiting(subject: SubjectName): BusWaiting;
  /** When every listener has worked what was published until now. */
  settled(): Promise<void>;
}

/** Why a question got no answer. */
export class BusRefusal extends Error {
  readonly reason: "nobody" | "late" | "failed" | "misshapen";
  constructor(reason: BusRefusal["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
