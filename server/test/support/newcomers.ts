import { expect } from "vitest";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { call } from "./api.ts";
import { identityCall, messagesTo, passwordSignIn, tokensIn } from "./people.ts";
import type { TestPulse } from "./testPulse.ts";

let serial = 0;

/** The body that invites a person, by default a Viewer of all sites. */
export const newcomer = (customer: NewCustomer, more: object = {}) => ({
  email: `newcomer${++serial}@pulse.test`,
  given_name: "New",
  family_name: "Comer",
  role_id: customer.roleIds.Viewer,
  user_group_id: customer.groupId,
  ...more,
});

/** What the newest invitation says. */
export async function temporaryPasswordTo(pulse: TestPulse, email: string): Promise<string> {
  const [mail] = await messagesTo(pulse, email);
  return /^Temporary password: (\S+)$/m.exec(mail?.text ?? "")![1]!;
}

/** Signs in with a temporary password and chooses another one: the id token. */
export async function acceptInvitation(pulse: TestPulse, email: string, temporary: string): Promise<string> {
  const challenge = await passwordSignIn(pulse, email, temporary);
  expect(challenge["ChallengeName"]).toBe("NEW_PASSWORD_REQUIRED");
  const { body } = await identityCall(pulse, "RespondToAuthChallenge", {
    ClientId: pulse.identity.pools.current.clientId,
    ChallengeName: "NEW_PASSWORD_REQUIRED",
    Session: challenge["Session"],
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: "Quite-another-7" },
  });
  return tokensIn(body).idToken;
}

/** The id of the signed-in person. */
export async function idOf(pulse: TestPulse, token: string): Promise<string> {
  return String((await call(pulse, "GET", "users/me", { token })).content["id"]);
}
