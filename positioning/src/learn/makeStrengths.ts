import { learnedOffset, modelOffsetDb, type TagOffset } from "./tagOffset.ts";
import { LEARN } from "./learnConstants.ts";

/** What a tag has shown of its strength, dB, if that is worth keeping for a restart and for others of its make; else null. */
export function strengthToKeep(offset: TagOffset): { meanDb: number; sdDb: number } | null {
  const learned = offset.version < 0 ? null : learnedOffset(offset);
  return learned && learned.sdDb <= LEARN.knownSdDb ? learned : null;
}

/** A strength, dB, and the version of the calibration under which it was learned. */
export interface KnownStrength {
  offsetDb: number;
  version: number;
}

/** The strengths that tags of each make have shown, for new tags of the same make. */
export interface MakeStrengths {
  /** The strength of a make's tags, as of the last time that any had shown it; undefined: none has yet. */
  of(make: string): KnownStrength | undefined;
  /**
   * Takes in what tags have shown under the path-loss model in use; makes that none of them is of stay as they were.
   */
  learn(tags: Iterable<{ make: string; offset: TagOffset }>): void;
}

export function makeStrengths(): MakeStrengths {
  const makes = new Map<string, KnownStrength>();
  return {
    of: (make) => makes.get(make),
    learn: (tags) => {
      const byMake = new Map<string, { version: number; strengths: { meanDb: number; sdDb: number }[] }>();
      for (const { make, offset } of tags) {
        const strength = strengthToKeep(offset);
        if (!strength) continue;
        const same = byMake.get(make);
        if (same?.version === offset.version) same.strengths.push(strength);
        else byMake.set(make, { version: offset.version, strengths: [strength] });
      }
      for (const [make, { version, strengths }] of byMake) {
        const offsetDb = modelOffsetDb(strengths);
        if (offsetDb !== null) makes.set(make, { offsetDb, version });
      }
    },
  };
}
