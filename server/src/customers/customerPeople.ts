import { AppError } from "@pulse/contract/errors";
import type { Actor } from "../access/accessNotes.ts";
import type { AccountWork } from "../users/accountWork.ts";
import type { PeopleService } from "../users/people.service.ts";
import { taken } from "./customerChange.ts";
import type { NewCustomer } from "./newCustomer.ts";

/** The people that come and go with a customer. */
export interface CustomerPeople {
  emailTaken(email: string): Promise<boolean>;
  /** Makes somebody Administrator of all sites and mails an invitation. Leaves nothing behind when it fails. */
  inviteAdministrator(actor: Actor, email: string, customer: NewCustomer): Promise<void>;
  /** Ends the account of somebody who is gone, now or later. */
  endAccount(email: string): Promise<void>;
}

export function customerPeople(parts: {
  people: Pick<PeopleService, "create">;
  stored: Pick<CustomerPeople, "emailTaken">;
  work: Pick<AccountWork, "settle">;
}): CustomerPeople {
  return {
    emailTaken: parts.stored.emailTaken,
    inviteAdministrator: async (actor, email, { id, roleIds, groupId }) => {
      const person = { email, ...nameIn(email), roleId: roleIds.Administrator, userGroupId: groupId };
      try {
        await parts.people.create(actor, id, person);
      } catch (error) {
        if (error instanceof AppError && error.code === "already_exists") throw taken("users_email_key");
        throw error;
      }
    },
    endAccount: parts.work.settle,
  };
}

/** A name for somebody of whom only the e-mail is known, which they may change: "ana.lima@…" is Ana Lima. */
function nameIn(email: string): { givenName: string; familyName: string } {
  const words = email
    .slice(0, email.lastIndexOf("@"))
    .replace(/\+.*$/, "")
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + word.slice(1, 50));
  const [givenName = "Administrator", ...rest] = words;
  return { givenName, familyName: rest.join(" ") || "Administrator" };
}
