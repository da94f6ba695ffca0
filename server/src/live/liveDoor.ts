import { AppError } from "@pulse/contract/errors";
import { Id } from "@pulse/contract/fields";
import type { Authenticator } from "../http/authenticate.ts";
import type { Viewer } from "../http/viewer.ts";

/** Who may listen: the same judgement of tokens and sites as for a request. */
export interface LiveDoor {
  /** Null: the token is none, or its person is here no longer. */
  viewer(token: string): Promise<Viewer | null>;
  opens(viewer: Viewer, siteId: string): Promise<boolean>;
}

/** @param enterSite throws an AppError for a site that is not within the viewer's reach */
export function liveDoor(
  auth: Pick<Authenticator, "token">,
  enterSite: (viewer: Viewer, siteId: string) => Promise<unknown>,
): LiveDoor {
  return {
    viewer: (token) => orNull(auth.token(token)),
    opens: async (viewer, siteId) => Id.safeParse(siteId).success && (await orNull(enterSite(viewer, siteId))) !== null,
  };
}

/** A refusal is an answer; anything else is our fault and no answer. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
