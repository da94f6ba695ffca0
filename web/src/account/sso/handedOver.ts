import { ssoFailures, type SsoFailure } from "@pulse/contract/sso";

export type Failure = SsoFailure | "sso_required" | "other";

/** What the server hands over in the fragment, which is sent to nobody. */
export type HandedOver =
  | { kind: "ticket"; ticket: string }
  | { kind: "failure"; failure: Failure; email: string }
  | { kind: "nothing" };

/** Reads what came back from the company's sign-in. */
export function handedOver(hash: string): HandedOver {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [ticket, error] = [parts.get("ticket"), parts.get("error")];
  if (ticket) return { kind: "ticket", ticket };
  if (error === null) return { kind: "nothing" };
  return { kind: "failure", failure: failureOf(error), email: parts.get("email") ?? "" };
}

/** A failure by the code that the server gives it. */
export function failureOf(code: string | undefined): Failure {
  const isKnown = code !== undefined && (Object.hasOwn(ssoFailures, code) || code === "sso_required");
  return isKnown ? (code as Failure) : "other";
}

const targetKey = "ssoTarget";

/** Remembers where a sign-in leads while the person is at the company's provider. */
export function storeTarget(storage: Pick<Storage, "setItem">, target: string): void {
  storage.setItem(targetKey, target);
}

/** The stored target, once; null if there is none. */
export function takeTarget(storage: Pick<Storage, "getItem" | "removeItem">): string | null {
  const target = storage.getItem(targetKey);
  storage.removeItem(targetKey);
  return target;
}
