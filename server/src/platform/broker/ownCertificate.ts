import { X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";
import type { Certificate } from "../tls/certificate.ts";

/** Gateways are given the certificate by hand, so it should outlive them. */
const years = 20;
const dayMs = 86_400_000;

/**
 * The certificate that Pulse makes for itself, kept in `folder` as `mqtt.crt` and `mqtt.key`. It is made anew only if it
 * has expired or does not name `host`, since gateways may have been told to trust it.
 */
export async function ownCertificate(folder: string, host: string, nowMs: number): Promise<Certificate> {
  const [certFile, keyFile] = [join(folder, "mqtt.crt"), join(folder, "mqtt.key")];
  const stored = await read(certFile, keyFile);
  if (stored !== null && isStillValid(stored, host, nowMs)) return stored;
  const created = await selfSigned(host, nowMs);
  await mkdir(folder, { recursive: true });
  // The key first: a start that is cut short in between makes both again.
  await replace(keyFile, created.key, 0o600);
  await replace(certFile, created.cert, 0o644);
  return created;
}

async function read(certFile: string, keyFile: string): Promise<Certificate | null> {
  try {
    return { cert: await readFile(certFile, "utf8"), key: await readFile(keyFile, "utf8") };
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

function isStillValid({ cert }: Certificate, host: string, nowMs: number): boolean {
  const certificate = new X509Certificate(cert);
  const names = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return names !== undefined && Date.parse(certificate.validTo) > nowMs;
}

/** RSA, since the TLS libraries of older gateways know nothing else. */
async function selfSigned(host: string, nowMs: number): Promise<Certificate> {
  const name = isIP(host) === 0 ? { type: 2 as const, value: host } : { type: 7 as const, ip: host };
  const generated = await generate([{ name: "commonName", value: host }], {
    keySize: 2048,
    algorithm: "sha256",
    // Clocks of gateways may be a little behind ours.
    notBeforeDate: new Date(nowMs - dayMs),
    notAfterDate: new Date(nowMs + years * 365 * dayMs),
    extensions: [
      // Gateways are given it as the authority that they trust.
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [name, { type: 2, value: "localhost" }, { type: 7, ip: "127.0.0.1" }] },
    ],
  });
  return { cert: generated.cert, key: generated.private };
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode });
  await rename(`${file}.new`, file);
}
