import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";

/** A certificate chain and its private key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Where a certificate and its key are. */
export interface CertificatePaths {
  cert: string;
  key: string;
}

/** Throws if a file cannot be read, is not PEM, or the key does not fit the certificate. */
export async function readCertificate(files: CertificatePaths): Promise<Certificate> {
  const certificate = { cert: await readFile(files.cert, "utf8"), key: await readFile(files.key, "utf8") };
  createSecureContext(certificate);
  return certificate;
}

/** Until when a certificate is valid, and whether it names a host. @param host a name or an IP address, without brackets */
export function certificateFacts({ cert }: Certificate, host: string) {
  const certificate = new X509Certificate(cert);
  const name = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return {
    validFromMs: Date.parse(certificate.validFrom),
    validToMs: Date.parse(certificate.validTo),
    namesHost: name !== undefined,
  };
}
