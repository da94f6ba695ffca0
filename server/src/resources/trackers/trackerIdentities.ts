import { AppError, errorMessage } from "@pulse/contract/errors";
import { canonicalIdentity, type IdentityKind, identityFaults, maskedIrk } from "@pulse/contract/trackerIdentities";
import { invalidValues } from "../../platform/access/refusals.ts";

export interface Identity {
  kind: IdentityKind;
  value: string;
}

/** What a request says about identities; undefined: nothing. */
interface SentIdentities {
  mac?: string | null | undefined;
  identities?: readonly Identity[] | undefined;
}

/**
 * The identities of a tracker after a request, the first MAC first. A `mac` alone means that one identity for a new
 * tracker, and takes the place of the first MAC of an existing one.
 * @throws {AppError} `field_required` for none at all, `invalid_parameter` for a value that is none of its kind or that
 *   is there twice
 */
export function identitiesAfter(before: readonly Identity[], { mac, identities }: SentIdentities): Identity[] {
  const first = before.find(({ kind }) => kind === "mac");
  let after: Identity[];
  if (identities !== undefined) after = checked(identities, before);
  else if (mac === undefined) after = [...before];
  else
    after = [...(mac === null ? [] : [{ kind: "mac" as const, value: mac }]), ...before.filter((one) => one !== first)];
  if (identities !== undefined && typeof mac === "string" && !after.some(({ value }) => value === mac))
    after = [{ kind: "mac", value: mac }, ...after];
  if (after.length === 0) throw withoutAny();
  const own = after.find(({ kind }) => kind === "mac");
  return own === undefined ? after : [own, ...after.filter((one) => one !== own)];
}

function withoutAny(): AppError {
  const code = "field_required";
  return new AppError(code, { details: [{ path: "mac", code, message: errorMessage(code) }] });
}

function checked(sent: readonly Identity[], before: readonly Identity[]): Identity[] {
  const seen = new Set<string>();
  return sent.map(({ kind, value: given }, nth) => {
    const refuse = (message: string) => invalidValues([{ path: `identities[${nth}].value`, message }]);
    // A key is never read back, so a form sends its mask to keep it.
    const kept =
      kind === "irk" ? before.find((one) => one.kind === "irk" && maskedIrk(one.value) === given.trim()) : undefined;
    const value = kept?.value ?? canonicalIdentity(kind, given);
    if (value === null) throw refuse(identityFaults[kind]);
    if (seen.has(`${kind} ${value}`)) throw refuse("is there twice");
    seen.add(`${kind} ${value}`);
    return { kind, value };
  });
}

/** As the API answers them. */
export function shownIdentities(mac: string | null, others: readonly Identity[]): Identity[] {
  const all: Identity[] = [...(mac === null ? [] : [{ kind: "mac" as const, value: mac }]), ...others];
  return all.map(({ kind, value }) => ({ kind, value: kind === "irk" ? maskedIrk(value) : value }));
}
