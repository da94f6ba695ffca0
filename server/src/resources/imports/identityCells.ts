import {
  canonicalIdentity,
  identityFaults,
  type IdentityKind,
  identityKinds,
  identityLimits,
  isMaskedIrk,
  maskedIrk,
  maxIdentities,
} from "@pulse/contract/trackerIdentities";
import { z } from "zod";
import type { Cells } from "./ImportKind.ts";

export interface Identity {
  kind: IdentityKind;
  value: string;
}

/** What a row says of a tracker's identities, by kind; undefined: its file has no such column. */
export type IdentityCells = Readonly<Partial<Record<IdentityKind, readonly string[] | undefined>>>;

/** Between identities of one kind in a cell. */
const between = /[;,|\r\n]/;

/**
 * A cell with any number of identities of one kind, separated by `;`, `,`, `|` or line breaks, in stored notation. A key may be
 * written as its mask, as an export has it.
 */
export const identityCell = (kind: IdentityKind) =>
  z
    .string()
    .transform((cell, context): string[] => {
      const refuse = (message: string): never => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      const texts = cell.split(between).flatMap((text) => (text.trim() === "" ? [] : [text.trim()]));
      if (texts.length > maxIdentities) return refuse(identityLimits.identities);
      const values = texts.map((text) =>
        kind === "irk" && isMaskedIrk(text) ? maskedIrk(text.toUpperCase()) : canonicalIdentity(kind, text),
      );
      if (values.includes(null)) return refuse(identityFaults[kind]);
      const known = values.filter((value) => value !== null);
      return new Set(known).size < known.length ? refuse("is there twice") : known;
    })
    .optional();

/**
 * The cells of a row for `identityCell`, by kind. A row of a file with a MAC column that has no identity lacks its MAC,
 * which is null then.
 */
export function identitiesIn(cells: Cells, prefix = ""): Record<IdentityKind, string | null | undefined> {
  const [mac, ibeacon, uid, irk] = identityKinds.map((kind) => cells[prefix + kind]);
  const isNone = [mac, ibeacon, uid, irk].every((cell) => cell === undefined || cell.trim() === "");
  return { mac: isNone && mac !== undefined ? null : mac, ibeacon, eddystone_uid: uid, irk };
}

/** A tracker's identities after a row, or the kind and the reason for which it cannot have them. */
type IdentitiesAfter = { identities: Identity[] } | { kind: IdentityKind; value: string; message: string };

/** Replaces those kinds of a tracker's identities that its row has, and keeps the others; a mask stands for its key. */
export function identitiesAfterRow(before: readonly Identity[], row: IdentityCells): IdentitiesAfter {
  const identities: Identity[] = [];
  for (const kind of identityKinds) {
    const own = before.filter((each) => each.kind === kind);
    for (const value of row[kind] ?? own.map((each) => each.value)) {
      if (kind !== "irk" || !isMaskedIrk(value)) {
        identities.push({ kind, value });
        continue;
      }
      const key = own.find((each) => maskedIrk(each.value) === value);
      if (key === undefined) return { kind, value, message: identityFaults.irk };
      identities.push(key);
    }
  }
  if (identities.length === 0) return { kind: "mac", value: "", message: "Field required" };
  if (identities.length > maxIdentities)
    return { kind: identities.at(-1)!.kind, value: "", message: identityLimits.identities };
  return { identities };
}

/** Whether a tracker has just these identities, in any order. */
export function areSame(before: readonly Identity[], after: readonly Identity[]): boolean {
  const known = new Set(before.map(({ kind, value }) => `${kind} ${value}`));
  return before.length === after.length && after.every(({ kind, value }) => known.has(`${kind} ${value}`));
}
