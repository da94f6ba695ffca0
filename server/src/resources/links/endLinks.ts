import type { WriteTransaction } from "../../platform/writes/record.ts";
import { closeLinks, type LinkEnd, openLinks, type OpenLink } from "./links.repository.ts";

/**
 * Ends whatever links a thing has, in the transaction that archives or deletes it.
 * @returns the links that were open
 */
export async function endLinks(trx: WriteTransaction, of: LinkEnd, who: { by: string; at: Date }): Promise<OpenLink[]> {
  const open = await openLinks(trx, of);
  await closeLinks(
    trx,
    open.map(({ id }) => id),
    who,
  );
  return open;
}
