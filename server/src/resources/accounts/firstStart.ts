import { AppError } from "@pulse/contract/errors";
import { hashSecret, newSecret, secretMatches } from "../../platform/devices/secrets.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { NewSuperadmin } from "./superadmins.repository.ts";
import type { Superadmins } from "./superadmins.ts";

export interface FirstStart {
  /** The token of the one-time link; null when there is a superadmin already. */
  open(): Promise<string | null>;
  /** Throws `unauthorized` for any other token, and once there is a superadmin. */
  admit(token: string): Promise<void>;
  /** Makes the first superadmin; the link ends with it. Throws `unauthorized` for any other token. */
  redeem(token: string, person: NewSuperadmin, write: Write<{ created: true }>): Promise<{ created: true }>;
}

/** Lets whoever sees the terminal make the first superadmin, as long as there is none. */
export function firstStart(people: Superadmins): FirstStart {
  let hash: string | null = null;
  return {
    open: async () => {
      if (await people.exist()) return null;
      const token = newSecret();
      hash = hashSecret(token);
      return token;
    },
    admit: async (token) => {
      if (hash === null || !secretMatches(token, hash) || (await people.exist())) throw new AppError("unauthorized");
    },
    redeem: async (token, person, write) => {
      if (hash === null || !secretMatches(token, hash)) throw new AppError("unauthorized");
      // Used up first, so that the link works only once even if it is opened twice at the same moment.
      const ownHash = hash;
      hash = null;
      try {
        if (await people.exist()) throw new AppError("unauthorized");
        return await people.create(person, write);
      } catch (error) {
        if (!(error instanceof AppError && error.code === "unauthorized")) hash = ownHash;
        throw error;
      }
    },
  };
}
