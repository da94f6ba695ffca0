import { AppError } from "@pulse/contract/errors";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { LinkWork } from "../identityLink/linkWork.ts";
import type { InsertUser, UsersService } from "../users/users.service.ts";
import { uniquenessRefusal } from "./customerChange.ts";

/** The users who are invited or deleted together with a customer. */
export interface CustomerUsers extends Pick<LinkWork, "noteWork" | "settle"> {
  isEmailTaken(email: string): Promise<boolean>;
  /**
   * Makes an account and mails an invitation to `customer`; `put` writes the row together with the customer. Both
   * happen, or neither.
   */
  inviteAdministrator<T>(
    email: string,
    from: { inviter: Viewer; customer: string },
    insertWith: (insert: InsertUser) => Promise<T>,
  ): Promise<T>;
}

export function customerUsers(parts: {
  users: Pick<UsersService, "inviting">;
  stored: Pick<CustomerUsers, "isEmailTaken">;
  work: Pick<LinkWork, "noteWork" | "settle">;
}): CustomerUsers {
  return {
    isEmailTaken: parts.stored.isEmailTaken,
    inviteAdministrator: async (email, from, put) => {
      try {
        return await parts.users.inviting({ email, ...nameIn(email) }, from, put);
      } catch (error) {
        if (error instanceof AppError && error.code === "already_exists" && aboutEmail(error))
          throw uniquenessRefusal("users_email_key");
        throw error;
      }
    },
    noteWork: parts.work.noteWork,
    settle: parts.work.settle,
  };
}

const aboutEmail = ({ details }: AppError): boolean => details.some(({ path }) => path === "email");

/** A name guessed from an e-mail, which the person may change: "ana.lima@…" is Ana Lima. */
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
