import { AppError } from "@pulse/contract/errors";
import type { AccountWork } from "../users/accountWork.ts";
import type { InsertPerson, PeopleService } from "../users/people.service.ts";
import { taken } from "./customerChange.ts";

/** The people that come and go with a customer. */
export interface CustomerPeople extends Pick<AccountWork, "noting" | "settle"> {
  emailTaken(email: string): Promise<boolean>;
  /** Makes an account for somebody and mails an invitation; `put` writes the row with the customer. Both, or neither. */
  inviteAdministrator<T>(email: string, put: (insert: InsertPerson) => Promise<T>): Promise<T>;
}

export function customerPeople(parts: {
  people: Pick<PeopleService, "inviting">;
  stored: Pick<CustomerPeople, "emailTaken">;
  work: Pick<AccountWork, "noting" | "settle">;
}): CustomerPeople {
  return {
    emailTaken: parts.stored.emailTaken,
    inviteAdministrator: async (email, put) => {
      try {
        return await parts.people.inviting({ email, ...nameIn(email) }, put);
      } catch (error) {
        if (error instanceof AppError && error.code === "already_exists" && aboutEmail(error))
          throw taken("users_email_key");
        throw error;
      }
    },
    noting: parts.work.noting,
    settle: parts.work.settle,
  };
}

const aboutEmail = ({ details }: AppError): boolean => details.some(({ path }) => path === "email");

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
