import { isLoopbackAddress } from "./addresses.ts";

/** Whether an address leads to the machine on which it is opened. */
export function isLoopbackUrl(address: string): boolean {
  const { hostname } = new URL(address);
  return /^([a-z0-9-]+\.)*localhost$/i.test(hostname) || isLoopbackAddress(hostname);
}

/**
 * Whether browsers treat pages of this address as a secure context, in which alone they allow service workers, passkeys,
 * geolocation and push: HTTPS, or loopback [W3C Secure Contexts, section 3.1].
 */
export function isSecureAddress(address: string): boolean {
  return address.startsWith("https://") || isLoopbackUrl(address);
}
