import { ssoFailures, type SsoFailure } from "@pulse/contract/sso";

/** What the server hands over in the fragment, which is sent to nobody. */
export type HandedOver =
  | { kind: "code"; user: string; code: string }
  | { kind: "failure"; failure: SsoFailure | "sso_required" | "other"; email: string }
  | { kind: "nothing" };

/** Reads what came back from the company's sign-in. */
export function handedOver(hash: string): HandedOver {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [user, code, error] = [parts.get("user"), parts.get("code"), parts.get("error")];
  if (user && code) return { kind: "code", user, code };
  if (error === null) return { kind: "nothing" };
  const isKnown = Object.hasOwn(ssoFailures, error) || error === "sso_required";
  return { kind: "failure", failure: isKnown ? (error as SsoFailure) : "other", email: parts.get("email") ?? "" };
}

const targetKey = "ssoTarget";

/** Remembers where a sign-in leads while the person is at the company's provider. */
export function storeTarget(storage: Pick<Storage, "setItem">, target: string): void {
  storage.setItem(targetKey, target);
}

/** The stored target, once; `/` if there is none. */
export function takeTarget(storage: Pick<Storage, "getItem" | "removeItem">): string {
  const target = storage.getItem(targetKey) ?? "/";
  storage.removeItem(targetKey);
  return target;
}
