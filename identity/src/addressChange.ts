import { mergedPlain, type AttributeChange } from "./attributes.ts";
import type { Context } from "./context.ts";
import { emailDetails, messages, phoneDetails, type CodeDeliveryDetails } from "./delivery.ts";
import { refuse } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { User } from "./users.ts";

type ChangeContext = Pick<Context, "users" | "codes" | "throttle" | "send">;

/**
 * Changes attributes as a pool does that verifies addresses before it takes them (Amazon's
 * AttributesRequireVerificationBeforeUpdate): a verified address stays in force until the code that goes to the new one
 * comes back; one that was never verified is replaced at once. Returns where codes went. AliasExistsException for
 * somebody else's e-mail.
 */
export async function changeAddresses(
  context: ChangeContext,
  pool: Pool,
  user: User,
  change: AttributeChange,
): Promise<CodeDeliveryDetails[]> {
  const email = unproven(change.email, user.email, user.email_verified);
  const phone =
    change.phoneNumber === null ? null : unproven(change.phoneNumber, user.phone_number, user.phone_number_verified);
  const removed = change.phoneNumber === null;
  if (email !== null && email !== user.email && (await context.users.byEmail(pool, email))) throw refuse.aliasExists();
  await context.users.update(user.sub, {
    attributes: JSON.stringify(mergedPlain(user.attributes, change.plain)),
    ...(email !== null && !user.email_verified ? { email } : {}),
    ...(removed ? { phone_number: null, phone_number_verified: false, sms_mfa: false, sms_preferred: false } : {}),
    ...(phone !== null && !user.phone_number_verified ? { phone_number: phone } : {}),
  });
  // A code that is still under way belongs to a number that is no longer wanted.
  if (change.phoneNumber !== undefined && phone === null) await context.codes.drop(user.sub, "verify:phone_number");
  const sent: CodeDeliveryDetails[] = [];
  if (email !== null) sent.push(await sendAddressCode(context, user, "email", email));
  if (phone !== null) sent.push(await sendAddressCode(context, user, "phone_number", phone));
  return sent;
}

/** Sends the code that proves an address. LimitExceededException above five an hour. */
export async function sendAddressCode(
  context: Pick<Context, "codes" | "throttle" | "send">,
  user: User,
  attribute: "email" | "phone_number",
  to: string,
): Promise<CodeDeliveryDetails> {
  await context.throttle.hourly(`attribute_code:${attribute}`, user.sub, context.throttle.limits.attributeCodesPerHour);
  const code = await context.codes.issue(user.sub, `verify:${attribute}`, to);
  await context.send(messages.attributeCode(attribute === "email" ? "email" : "sms", to, code));
  return attribute === "email" ? emailDetails(to) : phoneDetails(to);
}

/** The address that a code has to prove; null where none was given or it is the verified one already. */
function unproven(given: string | undefined, inForce: string | null, verified: boolean): string | null {
  return given === undefined || (given === inForce && verified) ? null : given;
}
