import { AppError } from "@pulse/contract/errors";
import { hashSecret, newSecret, secretMatches } from "../ingest/secrets.ts";
import type { Write } from "../writes/write.ts";
import type { NewSuperadmin } from "./superadmins.repository.ts";
import type { Superadmins } from "./superadmins.ts";

export interface FirstStart {
  /** The token of the one-time link; null when there is a superadmin already. */
  open(): Promise<string | null>;
  /** Makes the first superadmin; the link ends with it. Throws `unauthorized` for any other token. */
  redeem(token: string, person: NewSuperadmin, write: Write<{ created: true }>): Promise<{ created: true }>;
}

/** The first start: while there is no superadmin, whoever sees the terminal may make one. */
export function firstStart(people: Superadmins): FirstStart {
  let hash: string | null = null;
  return {
    open: async () => {
      if (await people.exist()) return null;
      const token = newSecret();
      hash = hashSecret(token);
      return token;
    },
    redeem: async (token, person, write) => {
      if (hash === null || !secretMatches(token, hash)) throw new AppError("unauthorized");
      // Taken first, so that the link works once even when it is followed twice at the same moment.
      const mine = hash;
      hash = null;
      try {
        if (await people.exist()) throw new AppError("unauthorized");
        return await people.create(person, write);
      } catch (error) {
        if (!(error instanceof AppError && error.code === "unauthorized")) hash = mine;
        throw error;
      }
    },
  };
}
