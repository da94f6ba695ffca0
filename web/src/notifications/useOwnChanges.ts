import type { Event } from "@pulse/contract/events";
import { useQuery } from "@tanstack/react-query";
import type { OwnWrites, OwnWritesKey } from "../api/ownWrites.ts";
import { useMe } from "../shell/person.api.ts";

const key: OwnWritesKey = ["ownWrites"];
/** An event this long after a change by this window has another cause. */
const freshMs = 60_000;

export interface OwnChanges {
  /** Whether it was done in this window. */
  isOwn(event: Event): boolean;
  /** Whether it may have been: the answer that decides has not arrived yet. */
  isProbablyOwn(event: Event): boolean;
}

/** Distinguishes changes made in this window from others, such as those of the same person on another device. */
export function useOwnChanges(): OwnChanges {
  const { data: me } = useMe();
  // The API client writes it.
  const { data: own } = useQuery<OwnWrites | null>({
    queryKey: key,
    queryFn: () => null,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  // A request that has ended is news for the person who made it.
  const isMine = ({ actor, operation }: Event): boolean => actor !== null && actor === me?.email && operation !== null;
  const isOwn = (event: Event): boolean => {
    const atMs = own?.at.get(event.target?.id ?? "");
    return isMine(event) && atMs !== undefined && Date.now() - atMs < freshMs;
  };
  return { isOwn, isProbablyOwn: (event) => isOwn(event) || (isMine(event) && (own?.underWay ?? 0) > 0) };
}
