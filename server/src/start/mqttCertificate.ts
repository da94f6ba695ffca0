import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { type Certificate, ownCertificate } from "../platform/broker/ownCertificate.ts";
import { ConfigError } from "../platform/config/settings.ts";
import type { BaseContext } from "./baseContext.ts";

/** How often the files of a given certificate are checked, ms. */
export const certificateCheckMs = 10_000;

/** The certificate of the broker's TLS port: one that Pulse has made, or that of the settings. */
export interface MqttCertificate {
  current: Certificate;
  /** The certificate in the files if it has changed and its key fits; null: nothing to change. */
  changed(): Promise<Certificate | null>;
}

/** Null: the settings ask for no TLS. Throws a ConfigError of one line if the given files cannot be used. */
export async function mqttCertificate({
  config,
  dataDir,
  now,
}: Pick<BaseContext, "config" | "dataDir" | "now">): Promise<MqttCertificate | null> {
  if (config.mqttTls === null) return null;
  const { files } = config.mqttTls;
  if (files === null) {
    const current = await ownCertificate(join(dataDir, "keys"), config.publicMqttHost, now());
    return { current, changed: async () => null };
  }
  let current = await readFiles(files).catch((error: unknown) => {
    throw new ConfigError(
      `PULSE_MQTT_TLS_CERT="${files.cert}" and PULSE_MQTT_TLS_KEY="${files.key}" cannot be used: ${(error as Error).message.split("\n")[0]}`,
      { cause: error },
    );
  });
  return {
    current,
    changed: async () => {
      const found = await readFiles(files);
      if (found.cert === current.cert && found.key === current.key) return null;
      current = found;
      return found;
    },
  };
}

/** Throws if a file cannot be read, is not PEM, or the key does not fit the certificate. */
async function readFiles(files: { cert: string; key: string }): Promise<Certificate> {
  const certificate = { cert: await readFile(files.cert, "utf8"), key: await readFile(files.key, "utf8") };
  createSecureContext(certificate);
  return certificate;
}
