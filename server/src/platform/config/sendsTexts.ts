import type { Config } from "./config.ts";

/** Whether texts can be sent: by an SMS service, to the outbox page, or by Amazon. */
export function sendsTexts({ sms, outbox, identity }: Pick<Config, "sms" | "outbox" | "identity">): boolean {
  return sms !== null || outbox || identity.mode === "cognito";
}
