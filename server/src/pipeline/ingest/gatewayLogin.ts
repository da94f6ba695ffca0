import { createHash } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { networkOf } from "../../platform/http/addresses.ts";
import { consumePoint } from "../../platform/http/rateLimit.ts";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";
import { secretMatches } from "../../platform/devices/secrets.ts";

/** Wrong attempts a minute for one user name from one address, and wrong user names a minute from one address. */
const maxFailuresPerName = 10;
const maxFailuresPerAddress = 120;
/** How many correct credentials are remembered, the newest ones. */
const maxCached = 50_000;

/**
 * The gateway with this user name and password; null: there is none. Throws `too_many_requests` after too many wrong
 * ones.
 */
export type GatewayLogin = (address: string, username: string, password: string) => Promise<RegisteredGateway | null>;

/**
 * Authenticates gateways that post. Device passwords are random, so nobody guesses one: the limits only bound the cost
 * of wrong attempts. An attempt is counted before it is checked, so that parallel attempts gain nothing. Credentials
 * that were correct before are not counted, so that one misconfigured gateway cannot lock out others behind the same
 * address.
 * @param find the gateway of a user name with the hash of its password; one query
 * @param onWrongPassword called with the gateway whose password was wrong
 */
export function gatewayLogin(
  find: (username: string) => Promise<{ gateway: RegisteredGateway; secretHash: string } | null>,
  onWrongPassword: (gatewayId: string) => void,
): GatewayLogin {
  const perName = new RateLimiterMemory({ points: maxFailuresPerName, duration: 60 });
  const perAddress = new RateLimiterMemory({ points: maxFailuresPerAddress, duration: 60 });
  const right = new Set<string>();
  const judging = new Map<string, Promise<RegisteredGateway | null>>();

  const count = async (network: string, name: string): Promise<void> => {
    const { consumedPoints } = await consumePoint(perName, name);
    if (consumedPoints > 1) return;
    try {
      await consumePoint(perAddress, network);
    } catch (error) {
      // So that the next attempt with this name counts against the address again.
      await perName.delete(name);
      throw error;
    }
  };
  const forgive = async (network: string, name: string): Promise<void> => {
    await perName.delete(name);
    await perAddress.reward(network);
  };
  const remember = (digested: string): void => {
    right.add(digested);
    const [oldest] = right;
    if (right.size > maxCached) right.delete(oldest!);
  };

  const judge = async (
    digested: string,
    credentials: Record<"address" | "username" | "password", string>,
  ): Promise<RegisteredGateway | null> => {
    const network = networkOf(credentials.address);
    const name = `${network} ${digest(credentials.username)}`;
    const isCounted = !right.has(digested);
    if (isCounted) await count(network, name);
    const account = await find(credentials.username);
    if (account === null || !secretMatches(credentials.password, account.secretHash)) {
      right.delete(digested);
      if (account !== null) onWrongPassword(account.gateway.id);
      return null;
    }
    if (isCounted) await forgive(network, name);
    remember(digested);
    return account.gateway;
  };

  return (address, username, password) => {
    // Parallel posts with the same credentials are checked once.
    const credentials = digest(JSON.stringify([username, password]));
    const key = `${networkOf(address)} ${credentials}`;
    const pending = judging.get(key);
    if (pending) return pending;
    const judged = judge(credentials, { address, username, password }).finally(() => judging.delete(key));
    judging.set(key, judged);
    return judged;
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
