import { isSecureAddress } from "../platform/http/secureAddress.ts";
import type { BaseContext } from "./baseContext.ts";

/** Warns if browsers will not allow everything at the address that people use. */
export function warnOfAddress({ config, log }: Pick<BaseContext, "config" | "log">): void {
  if (isSecureAddress(config.publicUrl)) return;
  log.warn(
    `people reach Pulse at ${config.publicUrl}, without HTTPS: passkeys, offline mode, GPS and push notifications only ` +
      `work over HTTPS (set PULSE_TLS_CERT and PULSE_TLS_KEY, or PULSE_PUBLIC_URL behind a proxy)`,
  );
}
