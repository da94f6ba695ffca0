// Loaded when a new password is about to be typed: with the list of common passwords it is a few times as large as the page.
import { commonplace, passwordChecks, personalWord } from "@pulse/identity/passwordFaults";
import { passwordStrength } from "@pulse/identity/passwordStrength";

/** What there is to say about a password. */
export interface Judgement {
  isCommon: boolean;
  isPersonal: boolean;
  /** Why it is easy to guess, as a key of `account.rules.reason`; null: no reason is known. */
  reason: { key: "listed" | "short" | "repeated" | "row" | "personal"; word: string } | null;
  strength: ReturnType<typeof passwordStrength>;
}

/** Judges a password as the server does. @param personal the person's name and email, as far as they are known */
export function judgePassword(password: string, personal: readonly string[]): Judgement {
  const common = commonplace(password);
  const word = personalWord(password, personal);
  const reason =
    word !== null
      ? { key: "personal" as const, word }
      : common && { key: common.kind, word: "word" in common ? common.word : "" };
  return {
    isCommon: !passwordChecks.common(password, personal),
    isPersonal: word !== null,
    reason,
    strength: reason === null ? passwordStrength(password, personal) : "weak",
  };
}
