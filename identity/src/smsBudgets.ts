import { refuse } from "./errors.ts";
import { isLoopback, networkOf } from "./networks.ts";
import type { Window, Windows } from "./windows.ts";

/** Why a text message is sent: to sign in with a known number, or to verify one that anybody may have typed. */
export type SmsPurpose = "sign_in" | "verify";

/** The outcome of a text message, for the process's metrics. */
export type SmsOutcome =
  | "sent"
  | "failed"
  | "over_account_budget"
  | "over_number_budget"
  | "over_address_budget"
  | "over_installation_budget";

/** How many text messages may be sent in an hour. Each of them costs money. */
export interface SmsBudgets {
  smsPerAccount: number;
  smsPerNumber: number;
  /** A whole building may share one address. */
  smsPerAddress: number;
  /** For one account or number, if requested from this machine: tests and the demo (contract section 5a). */
  smsFromLoopback: number;
  smsToSignIn: number;
  /** Separate from the sign-ins, so that nobody who verifies new numbers can keep people from signing in. */
  smsToVerify: number;
}

// Roughly enough for a person's bad day, a building's change of shifts, and an installation of some thousand people.
export const defaultSmsBudgets: SmsBudgets = {
  smsPerAccount: 10,
  smsPerNumber: 10,
  smsPerAddress: 100,
  smsFromLoopback: 300,
  smsToSignIn: 1000,
  smsToVerify: 200,
};

export interface SmsRequest {
  to: string;
  /** The account that the message is for. */
  sub: string;
  /** The address of whoever asked for it. */
  ip: string;
  purpose: SmsPurpose;
}

export type SpendSms = (request: SmsRequest) => Promise<void>;

/**
 * Counts a text message against the budgets of its account, its number, the requesting address and the whole
 * installation, in this order: a message that one budget refuses is not counted in later ones. LimitExceededException.
 */
export function createSmsBudgets(
  windows: Pick<Windows, "take">,
  budgets: SmsBudgets,
  onSms: (outcome: SmsOutcome) => void,
): SpendSms {
  const hourOf = (name: string, points: number): Window => ({ name: `sms_${name}`, points, durationS: 3600 });
  return async ({ to, sub, ip, purpose }) => {
    const isHere = isLoopback(ip);
    const spend = async (outcome: SmsOutcome, window: Window, key: string): Promise<void> => {
      if (await windows.take(window, key)) return;
      onSms(outcome);
      throw refuse.limitExceeded();
    };
    const { smsFromLoopback } = budgets;
    await spend("over_account_budget", hourOf("account", isHere ? smsFromLoopback : budgets.smsPerAccount), sub);
    await spend("over_number_budget", hourOf("number", isHere ? smsFromLoopback : budgets.smsPerNumber), to);
    if (!isHere) await spend("over_address_budget", hourOf("address", budgets.smsPerAddress), networkOf(ip));
    const all = purpose === "sign_in" ? budgets.smsToSignIn : budgets.smsToVerify;
    await spend("over_installation_budget", hourOf("installation", all), purpose);
  };
}
