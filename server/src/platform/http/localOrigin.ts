import type { Config } from "../config/config.ts";

/** The address at which a process that speaks HTTP reaches itself. */
export function localOrigin(config: Pick<Config, "host" | "port">): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const host = everywhere[config.host] ?? (config.host.includes(":") ? `[${config.host}]` : config.host);
  return `http://${host}:${config.port}`;
}
