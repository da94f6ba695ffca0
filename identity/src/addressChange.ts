import { changingUser } from "./accounts.ts";
import { mergedPlain, type AttributeChange } from "./attributes.ts";
import type { Context } from "./context.ts";
import { emailDetails, phoneDetails, type CodeDeliveryDetails } from "./delivery.ts";
import { messagesFor } from "./messagesFor.ts";
import { refuse } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { User } from "./users.ts";

type Attribute = "email" | "phone_number";
type ChangeContext = Pick<Context, "transaction" | "users" | "codes" | "throttle" | "spendSms" | "send">;

/**
 * Changes attributes like a pool that verifies addresses before it accepts them (Amazon's
 * AttributesRequireVerificationBeforeUpdate): a verified address stays valid until the code sent to the new one comes
 * back; an unverified one is replaced at once. Returns where codes went. AliasExistsException for somebody else's
 * e-mail, LimitExceededException for too many codes; then nothing has changed.
 */
export async function changeAddresses(
  context: ChangeContext,
  pool: Pool,
  user: User,
  change: AttributeChange,
  /** The address of whoever asks for the change. */
  ip: string,
): Promise<CodeDeliveryDetails[]> {
  const email = unproven(change.email, user.email, user.email_verified);
  const phone =
    change.phoneNumber === null ? null : unproven(change.phoneNumber, user.phone_number, user.phone_number_verified);
  const removed = change.phoneNumber === null;
  if (email !== null && email !== user.email && (await context.users.byEmail(pool, email))) throw refuse.aliasExists();
  const wanted: { attribute: Attribute; to: string }[] = [
    ...(email === null ? [] : [{ attribute: "email" as const, to: email }]),
    ...(phone === null ? [] : [{ attribute: "phone_number" as const, to: phone }]),
  ];
  for (const { attribute, to } of wanted) await countCode(context, user, attribute, to, ip);
  const codes = await changingUser(context, pool, user.sub, async (store, fresh) => {
    await store.users.update(user.sub, {
      attributes: JSON.stringify(mergedPlain(fresh.attributes, change.plain)),
      ...(email !== null && !fresh.email_verified ? { email } : {}),
      ...(removed ? { phone_number: null, phone_number_verified: false, sms_mfa: false, sms_preferred: false } : {}),
      ...(phone !== null && !fresh.phone_number_verified ? { phone_number: phone } : {}),
    });
    // A code still open belongs to a number that is no longer wanted.
    if (change.phoneNumber !== undefined && phone === null) await store.codes.drop(user.sub, "verify:phone_number");
    const issued = [];
    for (const { attribute, to } of wanted)
      issued.push({ attribute, to, code: await store.codes.issue(user.sub, `verify:${attribute}`, to) });
    return issued;
  });
  const sent: CodeDeliveryDetails[] = [];
  for (const { attribute, to, code } of codes) sent.push(await deliver(context, user, attribute, to, code));
  return sent;
}

/** Sends the code that proves an address. LimitExceededException above five an hour, or above a budget for text messages. */
export async function sendAddressCode(
  context: Pick<Context, "codes" | "throttle" | "spendSms" | "send">,
  user: User,
  attribute: Attribute,
  to: string,
  ip: string,
): Promise<CodeDeliveryDetails> {
  await countCode(context, user, attribute, to, ip);
  const code = await context.codes.issue(user.sub, `verify:${attribute}`, to);
  return deliver(context, user, attribute, to, code);
}

async function countCode(
  context: Pick<Context, "throttle" | "spendSms">,
  user: User,
  attribute: Attribute,
  to: string,
  ip: string,
): Promise<void> {
  const { limits } = context.throttle;
  await context.throttle.hourly(`attribute_code:${attribute}`, user.sub, limits.attributeCodesPerHour);
  if (attribute === "phone_number") await context.spendSms({ to, sub: user.sub, ip, purpose: "verify" });
}

async function deliver(
  context: Pick<Context, "send">,
  { attributes }: User,
  attribute: Attribute,
  to: string,
  code: string,
): Promise<CodeDeliveryDetails> {
  await context.send(messagesFor(attributes).attributeCode(attribute === "email" ? "email" : "sms", to, code));
  return attribute === "email" ? emailDetails(to) : phoneDetails(to);
}

/** The address that a code has to prove; null if none was given or it is already verified. */
function unproven(given: string | undefined, inForce: string | null, verified: boolean): string | null {
  return given === undefined || (given === inForce && verified) ? null : given;
}
