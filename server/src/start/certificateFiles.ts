import type { Logger } from "pino";
import { ConfigError } from "../platform/config/settings.ts";
import { type Certificate, type CertificatePaths, readCertificate } from "../platform/tls/certificate.ts";
import type { BaseContext } from "./baseContext.ts";

/** How often the files of a given certificate are checked, ms. */
export const certificateCheckMs = 10_000;

/** A certificate that can be replaced while Pulse runs. */
export interface RenewableCertificate {
  current: Certificate;
  /** The certificate in the files if it has changed and its key fits; null: nothing to change. */
  changed(): Promise<Certificate | null>;
}

/**
 * The certificate in the files that two settings name. Throws a ConfigError of one line if they cannot be used.
 * @param names the two settings, for the error
 */
export async function certificateFiles(
  files: CertificatePaths,
  names: { cert: string; key: string },
): Promise<RenewableCertificate> {
  let current = await readCertificate(files).catch((error: unknown) => {
    throw new ConfigError(
      `${names.cert}="${files.cert}" and ${names.key}="${files.key}" cannot be used: ${firstLine(error)}`,
      { cause: error },
    );
  });
  return {
    current,
    changed: async () => {
      const found = await readCertificate(files);
      if (found.cert === current.cert && found.key === current.key) return null;
      current = found;
      return found;
    },
  };
}

/**
 * Hands over a certificate whenever its files have changed. A pair that cannot be used is logged once, and the previous
 * one stays in use; as files that are being replaced are incomplete for a moment, it is checked again.
 * @param purpose what uses it, for the log
 */
export function watchCertificate(
  { every, log }: Pick<BaseContext, "every"> & { log: Pick<Logger, "info" | "warn"> },
  purpose: string,
  certificate: RenewableCertificate,
  renew: (certificate: Certificate) => void,
): void {
  let loggedFault: string | null = null;
  every(certificateCheckMs, async () => {
    try {
      const changed = await certificate.changed();
      loggedFault = null;
      if (changed === null) return;
      renew(changed);
      log.info(`${purpose} uses the new certificate`);
    } catch (error) {
      const fault = firstLine(error);
      if (fault !== loggedFault)
        log.warn({ err: error }, `the new certificate for ${purpose} cannot be used; the previous one stays in use`);
      loggedFault = fault;
    }
  });
}

const firstLine = (error: unknown): string => (error as Error).message.split("\n", 1)[0]!;
