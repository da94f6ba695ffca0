import type { AuditEntry } from "./audit.ts";
import type { CodePurpose } from "./codes.ts";
import type { Context } from "./context.ts";
import { refuse } from "./errors.ts";

/**
 * Lets only a right code pass. Each wrong one has an entry in the audit log; of those that come after the last try, or too
 * late, only the first has one (decision 40).
 * @param about whose code it is, as the entry says it
 * @throws {CognitoError} CodeMismatch if it is another one, ExpiredCode if none is open
 */
export async function rightCode(
  context: Pick<Context, "codes" | "audit">,
  about: Omit<AuditEntry, "atMs" | "action">,
  { subject, purpose, code }: { subject: string; purpose: CodePurpose; code: string },
): Promise<void> {
  const verdict = await context.codes.judge(subject, purpose, code);
  if (verdict === "right") return;
  const detail: Record<string, string> = verdict === "wrong" ? {} : { reason: verdict };
  if (verdict !== "none") context.audit({ ...about, action: "code_refused", detail });
  throw verdict === "wrong" ? refuse.codeMismatch() : refuse.codeExpired();
}
