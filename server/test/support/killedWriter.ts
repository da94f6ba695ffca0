import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import pino from "pino";
import { readConfig } from "../../src/platform/config/config.ts";
import { createPulse } from "../../src/start/wiring.ts";

// The product as a process that kills itself at a statement of its database, or at a message. Only this file can do that.

/** Where to die: before the nth statement from now on is sent, once it is sent, or when it is answered. */
export interface StopPoint {
  nth: number;
  when: "before" | "sent" | "after";
  /** Only statements with this text count. */
  text?: string;
}
export type Asked = { stop: StopPoint } | { count: true } | { query: string };

let statements = 0;
let stop: StopPoint | null = null;
const die = (): void => void process.kill(process.pid, "SIGKILL");

const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : String((statement as { text?: string }).text);

type Query = (...args: unknown[]) => unknown;
const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
const { query } = prototype;
prototype.query = function (this: unknown, ...args) {
  statements += 1;
  const isMeant = stop !== null && textOf(args[0]).includes(stop.text ?? "");
  const isHere = isMeant && --stop!.nth === 0;
  if (!isHere) return Reflect.apply(query, this, args);
  if (stop!.when === "before") die();
  const answer = Reflect.apply(query, this, args) as Promise<unknown>;
  if (stop!.when === "sent") setImmediate(die);
  else answer.then(die, die);
  return answer;
};

/** A message with this text ends the process that works on it, as if its memory ran out. */
const deadly = process.env["DEADLY_MESSAGE"];

const config = readConfig(process.env, { demo: false });
const pulse = await createPulse(config, {
  log: pino({ level: config.logLevel }),
  webFolder: join(config.dataDir, "web"),
  breakWork: ({ payload }) => {
    if (deadly !== undefined && new TextDecoder().decode(payload).includes(deadly)) die();
  },
});

process.on("message", (asked: Asked) => {
  if ("stop" in asked) {
    stop = asked.stop;
    process.send!(null);
  } else if ("query" in asked) {
    sql
      .raw(asked.query)
      .execute(pulse.db)
      .then(({ rows }) => process.send!(rows))
      .catch((error: unknown) => process.send!([{ error: String(error) }]));
  } else process.send!(statements);
});
process.once("disconnect", () => process.exit(1));
process.send!("ready");
