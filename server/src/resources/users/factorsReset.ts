import { AppError } from "@pulse/contract/errors";
import type { User } from "@pulse/contract/users";
import { v7 as uuidv7 } from "uuid";
import { accessRecords } from "../../platform/access/accessRecords.ts";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { SendMail } from "../../platform/mail/mail.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { LinkWork } from "../identityLink/linkWork.ts";
import { factorsResetMail } from "./factorsResetMail.ts";
import { auditFields } from "./userChange.ts";
import type { UserRights } from "./userRights.ts";
import type { Person, UsersRepository } from "./users.repository.ts";

export type ResetFactors = (write: Write<User>, id: string) => Promise<User>;

/**
 * Lets a user in who has lost what they sign in with: no phone, no authenticator app, no passkeys, no recovery codes, no
 * remembered devices, signed out everywhere. The person gets a mail, since somebody else may have asked for it. Nobody
 * can do this to a user who may do more than they.
 */
export function factorsReset(parts: {
  users: Pick<UsersRepository, "change" | "localeOf" | "nameOf">;
  reachable(viewer: Viewer, id: string): Promise<Person>;
  work: LinkWork;
  rights: Pick<UserRights, "refuseMore">;
  audit: Pick<AuditLog, "record">;
  sendMail: SendMail;
  signInUrl: string;
  problem(error: unknown): void;
}): ResetFactors {
  const { users, work } = parts;
  const { recordOf, withRefusalAudit } = accessRecords(parts.audit, "user");
  return async (write, id) => {
    const { viewer } = write;
    const person = await parts.reachable(viewer, id);
    const { email, customerId, account } = person;
    const about = { action: "credentials_reset" as const, customerId, id, name: email };
    await withRefusalAudit(about, write, () => parts.rights.refuseMore(viewer, person));
    const content = await work.serially(email, async () => {
      await work.finish(email);
      const stored = await write.commit(async (trx) => {
        const changed = await users.change(trx, person, (now) => ({
          ...now,
          phoneNumber: null,
          phoneNumberVerified: false,
          mfaEnabled: false,
        }));
        if (changed === null) throw new AppError("not_found");
        await work.noteWork(trx, { email, work: "follow", account, fields: ["secondFactorReset"] });
        const changes = changesBetween(auditFields(changed.before), auditFields(changed.after));
        return { content: changed.after, records: [recordOf(about, changes)] };
      });
      await work.finish(email);
      return stored;
    });
    const inviter = (await users.nameOf(viewer.userId)) ?? viewer.email;
    const mail = factorsResetMail((await users.localeOf(id)) ?? "en", { by: inviter, link: parts.signInUrl });
    // The reset is done; a mail server that is away must not undo it.
    await parts.sendMail({ id: uuidv7(), to: email, ...mail, attachments: [] }).catch(parts.problem);
    return content;
  };
}
