import { type RawBuilder, sql } from "kysely";

/** The hexadecimal digits of a MAC address or a part of one; null: the text is not one. */
export function hexOf(text: string): string | null {
  const bare = text.toLowerCase().replace(/[\s:.-]/g, "");
  return /^[0-9a-f]{4,12}$/.test(bare) && /\d/.test(bare) ? bare : null;
}

/** Whether tracker `t` has this MAC or a part of it, however it is written: a scanner reads it without colons. */
export function scannedMac(keyword: string): RawBuilder<boolean>[] {
  const hex = hexOf(keyword);
  if (hex === null) return [];
  const pattern = `%${hex}%`;
  return [sql<boolean>`(t.search_text like ${pattern} and lower(replace(t.mac, ':', '')) like ${pattern})`];
}
