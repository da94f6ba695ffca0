import { limits } from "@pulse/contract/limits";
import { type SessionStore, tokenKey } from "./sessionStore.ts";

export interface Keeping {
  session: SessionStore;
  now(): number;
  /** Fetches fresh tokens; false: refused. Rejects when nobody answered. */
  refresh(): Promise<boolean>;
  /** The session ended by itself. */
  ended(): void;
  /** Fresh tokens were refused: the session is over. */
  refreshRefused(): void;
  /** Another tab signed out, or signed somebody else in. */
  changedElsewhere(): void;
}

/** Whether a session must be ended, refreshed or left alone at `nowMs` (product.md section 4, Session refresh). */
export function dueOf(expiryMs: number, nowMs: number): "ended" | "refresh" | "fine" {
  if (expiryMs <= nowMs) return "ended";
  return expiryMs - nowMs < limits.refreshWhenUnderMs ? "refresh" : "fine";
}

/** Checks the session at the start, at each focus, every 10 minutes and when another tab changes it. Returns a function that stops it. */
export function keepSession({ session, now, refresh, ended, refreshRefused, changedElsewhere }: Keeping): () => void {
  const check = async (): Promise<void> => {
    const endsMs = session.endsMs();
    if (endsMs === null) return;
    const due = dueOf(endsMs, now());
    if (due === "ended") return ended();
    // Nobody answered; the next check tries again.
    if (due === "refresh" && !(await refresh().catch(() => true))) refreshRefused();
  };
  const onFocus = (): void => void check();
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== tokenKey && key !== null) return;
    const before = session.subject();
    session.reread();
    if (session.subject() !== before) changedElsewhere();
  };
  window.addEventListener("focus", onFocus);
  window.addEventListener("storage", onStorage);
  const timer = setInterval(onFocus, limits.refreshCheckMs);
  onFocus();
  return () => {
    window.removeEventListener("focus", onFocus);
    window.removeEventListener("storage", onStorage);
    clearInterval(timer);
  };
}
