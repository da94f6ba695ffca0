import { join } from "node:path";
import { ownCertificate } from "../platform/broker/ownCertificate.ts";
import type { BaseContext } from "./baseContext.ts";
import { certificateFiles, type RenewableCertificate } from "./certificateFiles.ts";

/**
 * The certificate of the broker's TLS port: one that Pulse has made, or that of the settings. Null: the settings ask for
 * no TLS. Throws a ConfigError of one line if the given files cannot be used.
 */
export async function mqttCertificate({
  config,
  dataDir,
  now,
}: Pick<BaseContext, "config" | "dataDir" | "now">): Promise<RenewableCertificate | null> {
  if (config.mqttTls === null) return null;
  const { files } = config.mqttTls;
  if (files !== null) return certificateFiles(files, { cert: "PULSE_MQTT_TLS_CERT", key: "PULSE_MQTT_TLS_KEY" });
  const current = await ownCertificate(join(dataDir, "keys"), config.publicMqttHost, now());
  return { current, changed: async () => null };
}
