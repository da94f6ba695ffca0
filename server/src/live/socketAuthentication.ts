import { AppError } from "@pulse/contract/errors";
import { Id } from "@pulse/contract/fields";
import type { PersonAuthenticator } from "../platform/http/authenticate.ts";
import type { Viewer } from "../platform/http/viewer.ts";

export interface SitePlace {
  siteId: string;
  customerId: string;
}

/** Finds out who somebody is and where a site belongs; both may be impossible for a while. */
export interface SocketAuthentication {
  /** Null: the token is invalid, or its person was deleted. */
  viewer(token: string): Promise<Viewer | null>;
  /** Null: there is no such site. */
  place(siteId: string): Promise<SitePlace | null>;
}

/** The same check of tokens that requests get. */
export function socketAuthentication(
  auth: Pick<PersonAuthenticator, "token">,
  place: (siteId: string) => Promise<SitePlace | null>,
): SocketAuthentication {
  return {
    viewer: async (token) => {
      try {
        return await auth.token(token);
      } catch (error) {
        // Only a 401 is a judgement. Any other error is our own fault and no answer.
        if (error instanceof AppError && error.status === 401) return null;
        throw error;
      }
    },
    place: async (siteId) => (Id.safeParse(siteId).success ? place(siteId) : null),
  };
}
