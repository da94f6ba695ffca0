import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError } from "../platform/config/settings.ts";

/** Makes the data folder if it is missing. Throws a ConfigError of one line if it cannot be written. */
export function checkWritable(setting: string, folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`PULSE_DATA_DIR="${setting}" cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** With its parents, one by one: Node's own recursion never ends below a folder like /proc, which exists and takes none. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** A broker that does not let us in as a ConfigError of one line, without the password in its address. */
export function brokerUnavailable(error: unknown, address: URL): ConfigError {
  const shownAddress = new URL(address);
  if (shownAddress.password) shownAddress.password = "…";
  const { message, code } = error as { message: string; code?: unknown };
  const reason = message || String(code);
  return new ConfigError(`PULSE_MQTT_URL="${decodeURI(shownAddress.href)}" cannot be used: ${reason.split("\n")[0]}`, {
    cause: error,
  });
}

/** The system's refusal of a port as a ConfigError of one line; anything else as it came. */
export function portUnavailable(error: unknown, name: string, port: number, host: string): unknown {
  const code = (error as { code?: string }).code;
  if (code === "EADDRINUSE") return new ConfigError(`${name}=${port}: the port is already in use on ${host}`);
  if (code === "EACCES") return new ConfigError(`${name}=${port}: this user may not open the port on ${host}`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new ConfigError(`PULSE_HOST=${host} is not an address of this machine`);
  return error;
}
