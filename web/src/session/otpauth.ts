/**
 * The address that authenticator apps read from a QR code (Google's key URI format). The issuer tells several
 * installations apart.
 * @param key base32
 */
export function otpauthUri(key: string, { host, email }: { host: string; email: string }): string {
  const issuer = host === "localhost" || host === "127.0.0.1" ? "Pulse" : `Pulse ${host}`;
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}`;
}
