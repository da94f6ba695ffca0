/** Who has to store recovery codes in this tab; the value is their email. */
const key = "pulse.factors.recovery";

/**
 * The recovery codes that come with an authenticator app which was set up during a sign-in. They can be made only once
 * the sign-in is complete, so the tab remembers them until the person has stored them.
 */
export const recoveryDue = {
  set: (email: string): void => sessionStorage.setItem(key, email.trim().toLowerCase()),
  clear: (): void => sessionStorage.removeItem(key),
  /** Whether this person still has to store theirs; what somebody else left behind in the tab does not count. */
  isFor: (email: string): boolean => sessionStorage.getItem(key) === email.toLowerCase(),
};
