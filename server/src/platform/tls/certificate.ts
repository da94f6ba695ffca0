import { readFile } from "node:fs/promises";
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
