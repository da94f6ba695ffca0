import type { Write } from "../writes/write.ts";
import type { UnitOfWork } from "../writes/unitOfWork.ts";
import type { Finish, GivenAnswer } from "../writes/idempotency.ts";
import type { Origin } from "./origin.ts";
import { nobody, type Viewer } from "./viewer.ts";

export interface RoutedWrite<C> extends Write<C> {
  /** What the caller is told. Throws where the handler neither wrote with a record nor said that nothing was to be written. */
  answer(): GivenAnswer;
}

/** The write of a request: its answer is made, and kept for a repeated request, within the transaction of the write. */
export function routedWrite<C>(parts: {
  unit: UnitOfWork;
  viewer: Viewer;
  origin: Origin;
  answerOf(given: { content: C; status?: number }): GivenAnswer;
  /** Keeps the answer for a repeated request; left out: nobody will ask again. */
  finish?: Finish | undefined;
}): RoutedWrite<C> {
  const { unit, viewer, origin, answerOf, finish } = parts;
  const author = { person: viewer === nobody ? null : viewer, origin };
  let answer: GivenAnswer | null = null;
  return {
    viewer,
    origin,
    commit: async (work) => {
      const { content } = await unit.commit(author, work, async (trx, written) => {
        answer = answerOf(written);
        // Whoever repeats a request that was answered with a failure is to have it tried again.
        if (!written.failure) await finish?.(trx, answer);
      });
      return content;
    },
    unchanged: (content, status) => {
      answer = answerOf({ content, ...(status === undefined ? {} : { status }) });
      return content;
    },
    answer: () => {
      if (answer === null) throw new Error("a write was answered that left no record");
      return answer;
    },
  };
}
