/** Whether this browser makes and uses passkeys on this page: they need a name, and HTTPS unless it is localhost. */
export const canUsePasskeys = (): boolean =>
  "PublicKeyCredential" in window && window.isSecureContext && /[a-z]/i.test(window.location.hostname);
