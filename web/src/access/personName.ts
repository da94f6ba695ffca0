import type { User } from "@pulse/contract/users";

/** What people call a person: the name, or the e-mail where there is none. */
export function personName({ givenName, familyName, email }: Pick<User, "givenName" | "familyName" | "email">): string {
  return `${givenName} ${familyName}`.trim() || email;
}
