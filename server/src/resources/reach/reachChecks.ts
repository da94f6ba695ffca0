import type { Reach, ReachCheck } from "@pulse/contract/reach";
import { canMakePasskeys } from "../../platform/config/deliverableFactors.ts";
import { isLoopbackUrl } from "../../platform/http/secureAddress.ts";
import { judgeClock, spanText } from "./clock.ts";
import type { ReachFacts } from "./reachFacts.ts";

type Finding = Pick<ReachCheck, "state" | "message">;

const dayMs = 86_400_000;
/** A certificate is to be renewed this long before it ends, days; Let's Encrypt's are renewed a month before. */
const renewDays = 14;

/** The checks of an installation, for the page of the first start and for `pulse doctor`. */
export function reachChecks(facts: ReachFacts): ReachCheck[] {
  const check = (id: ReachCheck["id"], finding: Finding | null, ...settings: string[]): ReachCheck[] =>
    finding === null ? [] : [{ id, ...finding, settings: finding.state === "ok" ? [] : settings }];
  return [
    ...check("mail", mail(facts), "PULSE_SMTP_URL", "PULSE_MAIL_FROM"),
    ...check("texts", texts(facts), "PULSE_SMS_WEBHOOK_URL", "PULSE_SMS_WEBHOOK_SECRET"),
    ...check("second_factor", secondFactor(facts), "PULSE_SMS_WEBHOOK_URL", "PULSE_SMTP_URL", "PULSE_PUBLIC_URL"),
    ...check("public_address", publicAddress(facts), "PULSE_PUBLIC_URL", "PULSE_HOST"),
    ...check("https", https(facts), "PULSE_TLS_CERT", "PULSE_TLS_KEY", "PULSE_PUBLIC_URL"),
    ...check("certificate", certificate(facts), "PULSE_TLS_CERT", "PULSE_TLS_KEY"),
    ...check("clock", clock(facts)),
    ...check("data_folder", dataFolder(facts), "PULSE_DATA_DIR"),
  ];
}

/**
 * The second factors that can be delivered. An authenticator app needs nothing but a right clock. Amazon's pools send texts, and their other factors
 * are a matter of the pool.
 */
export function workingFactors(facts: ReachFacts): Reach["factors"] {
  if (facts.identity === "cognito") return ["sms"];
  return [
    ...(facts.texts?.error === null ? (["sms"] as const) : []),
    ...(judgeClock(facts.clocks).kind === "wrong" ? [] : (["totp"] as const)),
    ...(canMakePasskeys(facts) ? (["passkey"] as const) : []),
    ...(facts.mail?.error === null ? (["email"] as const) : []),
  ];
}

function mail({ mail: found }: ReachFacts): Finding {
  if (found === null)
    return {
      state: "failed",
      message: "No mail server is set: nobody gets invitations, codes or reports.",
    };
  if (found.error !== null) return { state: "failed", message: `The mail server cannot be used: ${found.error}` };
  return { state: "ok", message: "The mail server answers and lets Pulse in." };
}

function texts({ texts: found, identity }: ReachFacts): Finding {
  if (identity === "cognito") return { state: "ok", message: "Amazon Cognito sends the text messages." };
  if (found === null)
    return {
      state: "warning",
      message: "No SMS service is set: people sign in with an authenticator app, a passkey or a code by email.",
    };
  if (found.error !== null) return { state: "failed", message: `The SMS service cannot be reached: ${found.error}` };
  return { state: "ok", message: "The SMS service can be reached. Only a test shows that texts arrive." };
}

function secondFactor(facts: ReachFacts): Finding {
  return workingFactors(facts).length === 0
    ? { state: "failed", message: "No second factor can be delivered, so nobody can sign in with one." }
    : { state: "ok", message: "At least one second factor can be delivered." };
}

function publicAddress({ publicUrl, isPublicUrlSet, address }: ReachFacts): Finding {
  if (!isPublicUrlSet)
    return {
      state: "failed",
      message: `No public address is set: links in mails lead to ${publicUrl}, which others cannot open.`,
    };
  switch (address.kind) {
    case "unreachable":
      return { state: "failed", message: `${publicUrl} cannot be reached from this machine: ${address.error}` };
    case "untrusted":
      return {
        state: "warning",
        message: `${publicUrl} answers with a certificate that this machine does not trust. Browsers have to.`,
      };
    case "notPulse":
      return { state: "failed", message: `${publicUrl} does not answer as Pulse does (status ${address.status}).` };
    case "anotherPulse":
      return { state: "failed", message: `${publicUrl} leads to another Pulse than this one.` };
    case "notRunning":
      return { state: "warning", message: `Pulse is not running, so ${publicUrl} could not be tried.` };
    case "this":
      break;
  }
  return isLoopbackUrl(publicUrl)
    ? { state: "warning", message: `${publicUrl} leads to this Pulse, but only on this machine.` }
    : { state: "ok", message: `${publicUrl} leads to this Pulse.` };
}

function https({ publicUrl }: ReachFacts): Finding {
  if (publicUrl.startsWith("https://")) return { state: "ok", message: "People reach Pulse over HTTPS." };
  if (isLoopbackUrl(publicUrl))
    return { state: "ok", message: "On this machine browsers need no HTTPS. Others will need it." };
  return {
    state: "failed",
    message: "Without HTTPS, browsers allow no passkeys, no offline mode, no GPS and no push notifications.",
  };
}

function certificate({ certificate: found, nowMs }: ReachFacts): Finding | null {
  if (found === null) return null;
  if ("error" in found) return { state: "failed", message: `The certificate cannot be used: ${found.error}` };
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  if (nowMs > found.validToMs)
    return { state: "failed", message: `The certificate has expired on ${day(found.validToMs)}.` };
  if (nowMs < found.validFromMs)
    return { state: "failed", message: `The certificate is only valid from ${day(found.validFromMs)}.` };
  if (!found.namesHost) return { state: "failed", message: "The certificate does not name the public address." };
  if (found.validToMs - nowMs < renewDays * dayMs)
    return { state: "warning", message: `The certificate expires on ${day(found.validToMs)}.` };
  return { state: "ok", message: `The certificate is valid until ${day(found.validToMs)}.` };
}

function clock({ clocks }: ReachFacts): Finding {
  const verdict = judgeClock(clocks);
  if (verdict.kind === "unknown")
    return { state: "warning", message: "The clock could not be compared with another one." };
  if (verdict.kind === "right") return { state: "ok", message: `The clock agrees with ${verdict.source}.` };
  const span = spanText(verdict.offsetMs);
  return {
    state: "failed",
    message:
      verdict.offsetMs > 0
        ? `The clock is ${span} ahead of ${verdict.source}: codes of authenticator apps will be refused.`
        : `The clock is ${span} behind ${verdict.source}: codes of authenticator apps will be refused.`,
  };
}

function dataFolder({ dataFolder: { error } }: ReachFacts): Finding {
  return error === null
    ? { state: "ok", message: "The data folder can be written." }
    : { state: "failed", message: `The data folder cannot be written: ${error}` };
}
