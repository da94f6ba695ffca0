import type { Context } from "./context.ts";
import type { User } from "./users.ts";

const contextOf = (sub: string): string => `totp ${sub}`;

/** A secret sealed for a user's row. */
export const sealTotp = ({ secrets }: Pick<Context, "secrets">, sub: string, secret: string): string =>
  secrets.seal(secret, contextOf(sub));

/** The secret of the user's authenticator app, base32; null: none is set up. */
export const totpOf = ({ secrets }: Pick<Context, "secrets">, user: User): string | null =>
  user.totp_sealed && secrets.open(user.totp_sealed, contextOf(user.sub));

/** The secret that was given out and not yet proven; null: none. */
export const pendingTotpOf = ({ secrets }: Pick<Context, "secrets">, user: User): string | null =>
  user.totp_pending_sealed && secrets.open(user.totp_pending_sealed, contextOf(user.sub));
