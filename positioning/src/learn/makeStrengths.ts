import { learnedOffset, type TagOffset } from "./tagOffset.ts";
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
      const shown = [...tags].flatMap(({ make, offset }) => {
        const strength = strengthToKeep(offset);
        return strength ? [{ make, version: offset.version, ...strength }] : [];
      });
      for (const [make, all] of Map.groupBy(shown, (one) => one.make)) {
        const { version } = all.at(-1)!;
        const same = all.filter((one) => one.version === version);
        makes.set(make, { version, offsetDb: same.reduce((sum, { meanDb }) => sum + meanDb, 0) / same.length });
      }
    },
  };
}
