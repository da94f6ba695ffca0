import { DatabaseUnavailable } from "./databaseUnavailable.ts";

/** A refused connection to a name with several addresses comes as an AggregateError without a text of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable && error.cause !== undefined) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).split("\n", 1)[0]!;
}

/** The address without its password, neither before the host nor among the parameters. */
export function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "postgres://…";
  const url = new URL(databaseUrl);
  if (url.password) url.password = "***";
  url.search = "";
  return url.href;
}
