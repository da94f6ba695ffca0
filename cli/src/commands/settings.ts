import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "@pulse/server/platform/config/config";
import pino, { type Logger } from "pino";
import pretty from "pino-pretty";

/** The built web app, made by `npm run demo`, `npm start` and `npm test` if it is missing or old. */
export const webFolder = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** The built documentation, made beside the web app. */
export const docsFolder = fileURLToPath(new URL("../../../docs/dist", import.meta.url));

/**
 * The settings from the environment, with a `.env` file as fallback. Throws a ConfigError of one line. Whoever needs
 * them works in the data folder: from now on files that this process makes are for its own user only.
 */
export function settings(options: { demo: boolean }): Config {
  process.umask(0o077);
  if (existsSync(".env")) process.loadEnvFile(".env");
  return readConfig(process.env, options);
}

/** The log goes to stderr: for people on a terminal, as JSON lines elsewhere. */
export function logger(config: Config): Logger {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, sync: true, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss" })
    : pino.destination({ dest: 2, sync: true });
  return pino({ level: config.logLevel, base: null }, stream);
}
