import type { Event } from "@pulse/contract/events";
import { useQuery } from "@tanstack/react-query";
import type { OwnWrites, OwnWritesKey } from "../api/ownWrites.ts";
import { useMe } from "../session/person.api.ts";

const key: OwnWritesKey = ["ownWrites"];
/** What this window changed longer ago was changed again elsewhere. */
const freshMs = 60_000;

export interface OwnDoings {
  /** Whether it was done in this very window. */
  is(event: Event): boolean;
  /** Whether it may have been: the answer that tells is still to come. */
  mayBe(event: Event): boolean;
}

/** Tells what was done in this window from what happened elsewhere, by the same person on another device for one. */
export function useOwnDoings(): OwnDoings {
  const { data: me } = useMe();
  // The API client puts it there.
  const { data: own } = useQuery<OwnWrites | null>({
    queryKey: key,
    queryFn: () => null,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  // What was asked for and has ended since is news for whoever asked.
  const isMine = ({ actor, operation }: Event): boolean => actor !== null && actor === me?.email && operation !== null;
  const is = (event: Event): boolean => {
    const atMs = own?.at.get(event.target?.id ?? "");
    return isMine(event) && atMs !== undefined && Date.now() - atMs < freshMs;
  };
  return { is, mayBe: (event) => is(event) || (isMine(event) && (own?.underWay ?? 0) > 0) };
}
