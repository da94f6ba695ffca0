import type { PageMetadata } from "@pulse/contract/page";
import type { Write } from "../writes/write.ts";
import type { UnitOfWork } from "../writes/unitOfWork.ts";
import type { Finish, SentAnswer } from "../writes/idempotency.ts";
import type { Origin } from "./origin.ts";
import { nobody, type Viewer } from "./viewer.ts";

export interface RoutedWrite<C> extends Write<C> {
  /**
   * Returns the caller's answer. Throws if the handler neither committed a write nor said that there was nothing to
   * write.
   */
  answer(): SentAnswer;
}

/** The write of a request. Its answer is made and kept for a repeated request within the transaction of the write. */
export function routedWrite<C>(parts: {
  unit: UnitOfWork;
  viewer: Viewer;
  origin: Origin;
  answerOf(result: { content: C; status?: number; metadata?: PageMetadata }): SentAnswer;
  /** Keeps the answer for a repeated request; left out: the request has no key. */
  finish?: Finish | undefined;
}): RoutedWrite<C> {
  const { unit, viewer, origin, answerOf, finish } = parts;
  const author = { person: viewer === nobody ? null : viewer, origin };
  let answer: SentAnswer | null = null;
  return {
    viewer,
    origin,
    commit: async (work) => {
      const { content } = await unit.commit(author, work, async (trx, written) => {
        answer = answerOf(written);
        // A failure is not kept, so that a repeated request is tried again.
        if (!written.failure) await finish?.(trx, answer);
      });
      return content;
    },
    unchanged: (content, status, metadata) => {
      const page = metadata === undefined ? {} : { metadata };
      answer = answerOf({ content, ...(status === undefined ? {} : { status }), ...page });
      return content;
    },
    answer: () => {
      if (answer === null) throw new Error("a write was answered without leaving a record");
      return answer;
    },
  };
}
