import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Time } from "./fields.ts";

/** A person's list of sessions has at most this many: those used last. */
export const maxOwnSessions = 100;

/** A browser or program in which the caller is signed in. */
export const OwnSession = z
  .object({
    id: Id,
    startedAt: Time,
    /** To the minute. */
    lastUsedAt: Time,
    /** Of the sign-in or the last refresh of its tokens; empty: none was sent. */
    userAgent: z.string(),
    /** Of the sign-in or the last refresh of its tokens. */
    ip: z.string(),
    /** It began with the company's sign-in. */
    signedInWithSso: z.boolean(),
    /** The call came with a token of this session. */
    isCurrent: z.boolean(),
  })
  .meta({ id: "OwnSession" });
export type OwnSession = z.infer<typeof OwnSession>;

const own = { path: "/api/v3/users/me/sessions", tag: "Users", access: "signedIn" } as const;

export const listOwnSessions = endpoint({
  id: "listOwnSessions",
  method: "GET",
  ...own,
  summary: "Where the caller is signed in, used last first; not with Amazon's pools, which do not say so",
  content: z.array(OwnSession),
});

export const endOwnSession = endpoint({
  id: "endOwnSession",
  method: "DELETE",
  ...own,
  path: `${own.path}/:id`,
  summary: "Ends one of the caller's sessions: its tokens and sockets stop working at once",
  params: z.object({ id: Id }),
  content: z.object({ id: Id }),
});

export const endOtherOwnSessions = endpoint({
  id: "endOtherOwnSessions",
  method: "DELETE",
  ...own,
  summary: "Ends all sessions of the caller but the one that calls",
  content: z.object({ ended: z.number().int().min(0) }),
});
