import type { Logger } from "pino";
import { withoutSecrets } from "./withoutSecrets.ts";

const levels = ["warn", "error", "fatal"] as const;
export type WarningLevel = (typeof levels)[number];

/** A line of the log that warns, and how often it came. */
export interface LoggedWarning {
  level: WarningLevel;
  /** Without secrets and personal data. */
  message: string;
  /** The cause that was logged with it. */
  detail: string | null;
  firstMs: number;
  lastMs: number;
  count: number;
}

/** The warnings of this process, in memory: who looks for more reads the log. */
export interface RecentWarnings {
  /** Those that came last, the newest first. */
  list(): LoggedWarning[];
  /** How many lines of each level were logged since the start. */
  counts(): Readonly<Record<WarningLevel, number>>;
  /** The same log, whose warnings are kept here too, also those below the level that it writes. */
  watch(log: Logger): Logger;
}

/** Different lines that are kept; the one that was seen longest ago gives way. */
const maxLines = 100;

export function recentWarnings(now: () => number): RecentWarnings {
  // In the order of their last occurrence.
  const lines = new Map<string, LoggedWarning>();
  const counts: Record<WarningLevel, number> = { warn: 0, error: 0, fatal: 0 };
  const add = (level: WarningLevel, args: readonly unknown[]): void => {
    counts[level]++;
    const { message, detail } = readLine(args);
    const key = JSON.stringify([level, message, detail]);
    const nowMs = now();
    const known = lines.get(key) ?? { level, message, detail, firstMs: nowMs, lastMs: nowMs, count: 0 };
    lines.delete(key);
    lines.set(key, { ...known, lastMs: nowMs, count: known.count + 1 });
    if (lines.size > maxLines) lines.delete(lines.keys().next().value!);
  };
  const watch = (log: Logger): Logger => {
    const watched = Object.create(log) as Logger;
    for (const level of levels) {
      watched[level] = (...args: unknown[]) => {
        add(level, args);
        log[level](...(args as Parameters<Logger["warn"]>));
      };
    }
    // A child sets the methods of its level anew, so it is watched itself. Its own levels, which pino's types allow, are
    // not used here.
    const child = log.child.bind(log) as unknown as (...args: unknown[]) => Logger;
    watched.child = ((...args: unknown[]) => watch(child(...args))) as unknown as Logger["child"];
    return watched;
  };
  return {
    list: () => [...lines.values()].toReversed(),
    counts: () => ({ ...counts }),
    watch,
  };
}

/** What a line says: `log.warn("text")`, `log.warn({ err }, "text")`. Other data may be personal and is left out. */
function readLine(args: readonly unknown[]): { message: string; detail: string | null } {
  const [first, second] = args;
  if (typeof first === "string") return { message: withoutSecrets(first), detail: null };
  const cause = causeOf(first);
  if (typeof second === "string")
    return { message: withoutSecrets(second), detail: cause === null ? null : withoutSecrets(cause) };
  return { message: withoutSecrets(cause ?? "a line without words"), detail: null };
}

function causeOf(data: unknown): string | null {
  if (data instanceof Error) return textOf(data);
  if (typeof data !== "object" || data === null) return null;
  if ("err" in data && data.err instanceof Error) return textOf(data.err);
  return "reason" in data && typeof data.reason === "string" ? data.reason : null;
}

/** The first line: the rest may quote what somebody has sent. */
const textOf = (error: Error): string => error.message.split("\n", 1)[0] || error.name;
