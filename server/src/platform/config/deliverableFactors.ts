import type { SecondFactor } from "@pulse/contract/secondFactors";
import type { Config } from "./config.ts";

/** Hosts whose pages browsers trust without HTTPS. */
const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The second factors that this installation can deliver with its embedded pools. Texts and mails need a service, or the
 * outbox pages in its place.
 */
export function deliverableFactors(
  config: Pick<Config, "sms" | "smtp" | "outbox" | "publicUrl" | "isPublicUrlSet">,
): SecondFactor[] {
  return [
    ...(config.sms || config.outbox ? (["sms"] as const) : []),
    "totp",
    ...(config.smtp || config.outbox ? (["email"] as const) : []),
    ...(canMakePasskeys(config) ? (["passkey"] as const) : []),
  ];
}

/**
 * Whether browsers make passkeys for this server: they take names only, and a name other than localhost needs HTTPS [WebAuthn
 * section 5.1.2]. Without a public address the server is used from its own machine, as localhost.
 */
export function canMakePasskeys({ publicUrl, isPublicUrlSet }: Pick<Config, "publicUrl" | "isPublicUrlSet">): boolean {
  if (!isPublicUrlSet) return true;
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === "localhost") return true;
  return protocol === "https:" && !loopbackNames.has(hostname) && !/^[0-9.]+$|^\[/.test(hostname);
}
