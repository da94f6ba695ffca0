import { newTagOffset, type TagOffset } from "./tagOffset.ts";

/** What is known and learned of one tag. */
export interface TagLearning {
  /** The tag's own strength relative to the site's usual tag, dB. */
  offset: TagOffset;
  /** The tag's make, as the site's survey names makes; null: not known, taken for a surveyed one. */
  model: string | null;
  /** When a fix of it last noted which gateways missed its packets (missedPackets.ts), ms. */
  missedUpdatedMs: number;
}

/** A tag not heard yet; `tagOffsetDb` is the strength that an earlier run learned. */
export function newTagLearning(seed?: { tagOffsetDb?: number; model?: string }): TagLearning {
  return { offset: newTagOffset(seed?.tagOffsetDb), model: seed?.model ?? null, missedUpdatedMs: -Infinity };
}
