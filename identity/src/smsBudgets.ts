import { refuse } from "./errors.ts";
import { isLoopback, networkOf } from "./networks.ts";
import type { Window, Windows } from "./windows.ts";

/** Why a text message goes out: to sign in with a number that is known, or to prove one that anybody may have typed. */
export type SmsPurpose = "sign_in" | "verify";

/** What became of a text message, for the process's metrics. */
export type SmsOutcome =
  | "sent"
  | "failed"
  | "over_account_budget"
  | "over_number_budget"
  | "over_address_budget"
  | "over_installation_budget";

/** How many text messages may be sent in an hour. Each of them is paid for. */
export interface SmsBudgets {
  smsPerAccount: number;
  smsPerNumber: number;
  /** A whole building may share one address. */
  smsPerAddress: number;
  /** For one account or number, asked for from this machine: tests and the demo (contract section 5a). */
  smsFromLoopback: number;
  smsToSignIn: number;
  /** Apart from the sign-ins, so that nobody who has new numbers proven can keep people from signing in. */
  smsToVerify: number;
}

// About what a person needs on a bad day, a building at the change of shifts, and an installation of some thousand people.
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
  /** Whose account the message is for. */
  sub: string;
  /** The address of whoever asked for it. */
  ip: string;
  purpose: SmsPurpose;
}

export type SpendSms = (request: SmsRequest) => Promise<void>;

/**
 * Counts a text message against the budgets of its account, its number, the address that asked for it and the whole
 * installation, in this order: what an earlier one refuses is not counted in a later one. LimitExceededException.
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
