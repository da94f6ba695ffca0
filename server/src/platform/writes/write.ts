import type { PageMetadata } from "@pulse/contract/page";
import type { Origin } from "../http/origin.ts";
import type { Viewer } from "../http/viewer.ts";
import type { Author, WriteTransaction } from "./record.ts";
import type { UnitOfWork, WriteResult } from "./unitOfWork.ts";

/** Who acts, and from where. */
export interface Actor {
  viewer: Viewer;
  origin: Origin;
}

/** One write that somebody requested; `C` is the answer's content. */
export interface Write<C> extends Actor {
  /** Commits it (see UnitOfWork) and returns what was written. */
  commit(work: (trx: WriteTransaction) => Promise<WriteResult<C>>): Promise<C>;
  /** Says that there was nothing to write. */
  unchanged(content: C, status?: number, metadata?: PageMetadata): C;
}

/** A write that has no HTTP caller, such as one from the command line. */
export function offlineWrite<C>(unit: UnitOfWork, viewer: Viewer, author: Author): Write<C> {
  return {
    viewer,
    origin: author.origin,
    commit: async (work) => (await unit.commit(author, work)).content,
    unchanged: (content) => content,
  };
}
