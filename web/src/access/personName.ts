import type { User } from "@pulse/contract/users";

/** A person's name, or the e-mail if there is none. */
export function personName({ givenName, familyName, email }: Pick<User, "givenName" | "familyName" | "email">): string {
  return `${givenName} ${familyName}`.trim() || email;
}
