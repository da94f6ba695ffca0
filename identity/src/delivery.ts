import { refuse } from "./errors.ts";
import type { Secrets } from "./secrets.ts";

export interface Delivery {
  channel: "email" | "sms";
  to: string;
  subject: string;
  text: string;
}

export interface CodeDeliveryDetails {
  Destination: string;
  DeliveryMedium: "EMAIL" | "SMS";
  AttributeName: "email" | "phone_number";
}

export interface Log {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
}

/** Masks a destination as Amazon does: `f***@e***`, `+*******1234`. */
export function masked(destination: string): string {
  const at = destination.indexOf("@");
  if (at > 0) return `${destination.slice(0, 1)}***@${destination.slice(at + 1, at + 2)}***`;
  return `+${"*".repeat(Math.max(1, destination.length - 5))}${destination.slice(-4)}`;
}

export const emailDetails = (email: string): CodeDeliveryDetails => ({
  Destination: masked(email),
  DeliveryMedium: "EMAIL",
  AttributeName: "email",
});

/**
 * Where a code went, for somebody who has only typed a name. It depends on the name alone, so that it does not reveal
 * whether there is an account: an e-mail is masked as typed, and a sub gets a mask made from it.
 */
export function detailsByName(name: string, secrets: Pick<Secrets, "keyedHash">): CodeDeliveryDetails {
  if (name.includes("@")) return emailDetails(name);
  const [first = 0, second = 0] = secrets.keyedHash("masked address", name);
  const letter = (byte: number): string => "abcdefghijklmnopqrstuvwxyz".charAt(byte % 26);
  return emailDetails(`${letter(first)}@${letter(second)}`);
}

export const phoneDetails = (phoneNumber: string): CodeDeliveryDetails => ({
  Destination: masked(phoneNumber),
  DeliveryMedium: "SMS",
  AttributeName: "phone_number",
});

/** The text of an invitation besides the password. It comes as ClientMetadata, as for Amazon's custom messages. */
export interface Invitation {
  /** The name of the person who invites. */
  inviter?: string | undefined;
  customer?: string | undefined;
  /** Where to sign in. */
  link?: string | undefined;
}

/** People write the names: a line break in one must not add a line, such as a second password, to the mail. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

// Each text contains the code once and no other six-digit number: people and tests look for exactly that.
export const messages = {
  signInCode: (to: string, code: string): Delivery => ({
    channel: "sms",
    to,
    subject: "Sign-in code",
    text: `${code} is your Pulse sign-in code. It is valid for 3 minutes. Never share it with anyone.`,
  }),
  signInMail: (to: string, code: string): Delivery => ({
    channel: "email",
    to,
    subject: "Sign-in code",
    text: `${code} is your Pulse sign-in code. It is valid for 3 minutes. Never share it with anyone.\n\nIf you are not signing in, somebody else knows your password: change it.`,
  }),
  signUpCode: (to: string, code: string): Delivery => ({
    channel: "email",
    to,
    subject: "Confirm your e-mail address",
    text: `Welcome to Pulse.\n\nYour confirmation code is ${code}\n\nIt is valid for 24 hours. If you did not sign up, ignore this message.`,
  }),
  resetCode: (to: string, code: string): Delivery => ({
    channel: "email",
    to,
    subject: "Reset your password",
    text: `Your code to set a new Pulse password is ${code}\n\nIt is valid for one hour. If you did not ask for it, ignore this message: your password has not changed.`,
  }),
  attributeCode: (channel: "email" | "sms", to: string, code: string): Delivery => ({
    channel,
    to,
    subject: channel === "email" ? "Confirm your e-mail address" : "Confirm your phone number",
    text: `${code} is your Pulse verification code. It is valid for 24 hours.`,
  }),
  invitation: (to: string, temporaryPassword: string, from: Invitation): Delivery => {
    const { inviter, customer, link } = from;
    const invited = inviter ? `${oneLine(inviter)} has invited you to Pulse` : "You have been invited to Pulse";
    return {
      channel: "email",
      to,
      subject: "Your invitation to Pulse",
      text: [
        `${invited}${customer ? ` for ${oneLine(customer)}` : ""}.`,
        link ? `Sign in with this e-mail address:\n${oneLine(link)}` : "Sign in with this e-mail address.",
        `Temporary password: ${temporaryPassword}`,
        "You will be asked to choose your own password. The temporary one is valid for 7 days.",
      ].join("\n\n"),
    };
  },
};

/** Wraps the sender. A failure is logged without the text, which contains the code, and thrown as Cognito's own error. */
export function createSender(
  deliver: (message: Delivery) => Promise<void>,
  log: Log,
  onSms: (outcome: "sent" | "failed") => void,
) {
  return async (message: Delivery): Promise<void> => {
    const isSms = message.channel === "sms";
    try {
      await deliver(message);
      if (isSms) onSms("sent");
    } catch (error) {
      if (isSms) onSms("failed");
      log.error({ err: error, channel: message.channel }, "an identity message could not be delivered");
      throw refuse.notDelivered();
    }
  };
}
