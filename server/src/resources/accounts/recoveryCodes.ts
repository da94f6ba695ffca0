import { AppError } from "@pulse/contract/errors";
import type { createRecoveryCodes } from "@pulse/contract/secondFactors";
import type { z } from "zod";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { UserPools } from "../identityLink/userPools.ts";

type Codes = z.output<typeof createRecoveryCodes.content>;

/** Who gets codes may sign in with them later: a token found in a browser is not enough (ASVS 7.5.1). */
const recentMs = 15 * 60_000;

/** The recovery codes of whoever is signed in. Throws `not_found` where the pools are Amazon's, which have none. */
export function ownRecoveryCodes(parts: {
  codes: UserPools["recoveryCodes"];
  subOf(userId: string): Promise<string | null>;
  now(): number;
}) {
  const accountOf = async ({ userId }: Viewer) => {
    const sub = await parts.subOf(userId);
    if (parts.codes === null || sub === null) throw new AppError("not_found");
    return { codes: parts.codes, sub };
  };
  return {
    left: async (viewer: Viewer): Promise<number> => {
      const { codes, sub } = await accountOf(viewer);
      return codes.left(sub);
    },

    /** Makes ten, which replace the old ones. Throws `sign_in_again` unless the sign-in is recent. */
    renew: async (write: Write<Codes>): Promise<Codes> => {
      const { viewer } = write;
      if (parts.now() - viewer.signedInMs > recentMs) throw new AppError("sign_in_again");
      const { codes, sub } = await accountOf(viewer);
      const made = await codes.renew(sub);
      const { userId: id, email: name, customerId } = viewer;
      const changes = [{ field: "recovery_codes", before: null, after: "renewed" }];
      return write.commit(async () => ({
        content: { codes: made },
        records: [{ kind: "user", action: "update", customerId, entity: { id, name }, changes }],
      }));
    },
  };
}
