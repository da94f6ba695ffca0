import { accessSync, constants, mkdirSync } from "node:fs";
import { ConfigError } from "../config.ts";

/** Makes the data folder where it is missing. Throws a ConfigError of one line where it cannot be written. */
export function checkWritable(given: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`PULSE_DATA_DIR="${given}" cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** The system's refusal of a port as a ConfigError of one line; anything else as it came. */
export function taken(error: unknown, name: string, port: number, host: string): unknown {
  const code = (error as { code?: string }).code;
  if (code === "EADDRINUSE") return new ConfigError(`${name}=${port}: the port is already in use on ${host}`);
  if (code === "EACCES") return new ConfigError(`${name}=${port}: this user may not open the port on ${host}`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new ConfigError(`PULSE_HOST=${host} is not an address of this machine`);
  return error;
}
