import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CertificateState } from "@pulse/contract/operations";
import type { Config } from "../../platform/config/config.ts";
import { oneLine } from "../../platform/runtime/oneLine.ts";

const dayMs = 24 * 3_600_000;

interface CertificateFile {
  purpose: CertificateState["purpose"];
  path: string;
  isOwn: boolean;
}

/** The certificates with which this process speaks TLS: their files in PEM. Devices connect to the role `ingest` alone. */
export function certificateFilesOf(
  { tls, mqttTls, roles }: Pick<Config, "tls" | "mqttTls" | "roles">,
  dataDir: string,
) {
  const files: CertificateFile[] = [];
  if (tls !== null) files.push({ purpose: "https", path: tls.cert, isOwn: false });
  if (mqttTls !== null && roles.has("ingest"))
    files.push({
      purpose: "mqtt",
      path: mqttTls.files?.cert ?? join(dataDir, "keys", "mqtt.crt"),
      isOwn: mqttTls.files === null,
    });
  return files;
}

/** Until when a certificate is valid, as its file says now. Rejects if it cannot be read. */
export async function validToMs({ path }: Pick<CertificateFile, "path">): Promise<number> {
  return Date.parse(new X509Certificate(await readFile(path)).validTo);
}

export async function certificateState(file: CertificateFile, nowMs: number): Promise<CertificateState> {
  const { purpose, isOwn } = file;
  try {
    const untilMs = await validToMs(file);
    const daysLeft = Math.floor((untilMs - nowMs) / dayMs);
    return { purpose, isOwn, validTo: new Date(untilMs).toISOString(), daysLeft, error: null };
  } catch (error) {
    return { purpose, isOwn, validTo: null, daysLeft: null, error: oneLine(error) };
  }
}
