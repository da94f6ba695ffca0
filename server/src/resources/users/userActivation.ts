import { AppError } from "@pulse/contract/errors";
import type { User } from "@pulse/contract/users";
import { accessRecords } from "../../platform/access/accessRecords.ts";
import { invalidValues } from "../../platform/access/refusals.ts";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { LinkWork } from "../identityLink/linkWork.ts";
import type { UserRights } from "./userRights.ts";
import type { Person, UsersRepository } from "./users.repository.ts";

export type SetUserActive = (write: Write<User>, id: string, active: boolean) => Promise<User>;

/**
 * Deactivates a user, or activates them again, as a company's directory does (SCIM). They are out at once, since tokens
 * need an active row; the account and its sessions may end later. Nobody does this to themselves, who could not undo it,
 * or to a user who may do more than they.
 */
export function userActivation(parts: {
  users: Pick<UsersRepository, "setActive">;
  reachable(viewer: Viewer, id: string): Promise<Person>;
  work: LinkWork;
  rights: Pick<UserRights, "refuseMore">;
  audit: Pick<AuditLog, "record">;
}): SetUserActive {
  const { users, work } = parts;
  const { recordOf, withRefusalAudit } = accessRecords(parts.audit, "user");
  return async (write, id, active) => {
    const { viewer } = write;
    const person = await parts.reachable(viewer, id);
    const { email, customerId, account } = person;
    const about = { action: "update" as const, customerId, id, name: email };
    await withRefusalAudit(about, write, () => parts.rights.refuseMore(viewer, person));
    if (id === viewer.userId)
      throw invalidValues([{ path: "active", message: "can only be changed by somebody else" }]);
    const content = await work.serially(email, async () => {
      await work.finish(email);
      const stored = await parts.reachable(viewer, id);
      if (stored.active === active) return write.unchanged(stored);
      return write.commit(async (trx) => {
        const changed = await users.setActive(trx, person, active);
        if (changed === null) throw new AppError("not_found");
        await work.noteWork(trx, { email, work: "follow", account, fields: ["enabled"] });
        const changes = [{ field: "active", before: stored.active, after: active }];
        return { content: changed, records: [recordOf(about, changes)] };
      });
    });
    await work.settle(email);
    return content;
  };
}
