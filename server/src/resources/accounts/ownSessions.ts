import { AppError } from "@pulse/contract/errors";
import {
  type endOtherOwnSessions,
  type endOwnSession,
  maxOwnSessions,
  type OwnSession,
} from "@pulse/contract/ownSessions";
import type { z } from "zod";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { RevokedSessions } from "../../platform/sessions/revokedSessions.ts";
import type { SessionUses } from "../../platform/sessions/sessionUses.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { UserPools } from "../identityLink/userPools.ts";

/** Where whoever calls is signed in. Throws `not_found` where the pools are Amazon's, which do not say so. */
export function ownSessions(parts: {
  sessions: UserPools["sessions"];
  subOf(userId: string): Promise<string | null>;
  uses: Pick<SessionUses, "flush">;
  revoked: Pick<RevokedSessions, "refresh">;
}) {
  const accountOf = async ({ userId, sessionId }: Viewer) => {
    const sub = await parts.subOf(userId);
    if (parts.sessions === null || sub === null || !sessionId) throw new AppError("not_found");
    return { sessions: parts.sessions, sub, sessionId };
  };
  return {
    list: async (viewer: Viewer): Promise<OwnSession[]> => {
      const { sessions, sub, sessionId } = await accountOf(viewer);
      await parts.uses.flush();
      return (await sessions.list(sub)).slice(0, maxOwnSessions).map((session) => ({
        id: session.id,
        startedAt: new Date(session.startedMs).toISOString(),
        lastUsedAt: new Date(session.lastUsedMs).toISOString(),
        userAgent: session.userAgent,
        ip: session.ip,
        signedInWithSso: session.method === "sso",
        isCurrent: session.id === sessionId,
      }));
    },

    /** Throws `not_found` for a session that has ended or is somebody else's. */
    end: async (write: Write<z.output<typeof endOwnSession.content>>, id: string) => {
      const { sessions, sub } = await accountOf(write.viewer);
      if (!(await sessions.end(sub, id))) throw new AppError("not_found");
      await parts.revoked.refresh();
      const record = recordOf(write.viewer, { field: "session", before: null, after: "ended" });
      return write.commit(async () => ({ content: { id }, records: [record] }));
    },

    endOthers: async (write: Write<z.output<typeof endOtherOwnSessions.content>>) => {
      const { sessions, sub, sessionId } = await accountOf(write.viewer);
      const ended = await sessions.endOthers(sub, sessionId);
      if (ended === 0) return write.unchanged({ ended });
      await parts.revoked.refresh();
      const record = recordOf(write.viewer, { field: "sessions", before: ended, after: 0 });
      return write.commit(async () => ({ content: { ended }, records: [record] }));
    },
  };
}

/** What people did to their own sessions. It is also what makes every process look at their sockets again. */
function recordOf(
  { userId: id, email: name, customerId }: Viewer,
  change: NonNullable<WriteRecord["changes"]>[number],
): WriteRecord {
  return { kind: "user", action: "sign_out", customerId, entity: { id, name }, changes: [change] };
}
