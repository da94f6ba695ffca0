import { useEffect, useEffectEvent } from "react";
import { useNews } from "./useNews.ts";
import { useOwnChanges } from "./useOwnChanges.ts";
import type { Reading } from "./useReading.ts";

/** Marks the person's own actions in this window as read, on their other devices too. */
export function useReadOwnChanges(reading: Reading): void {
  const { data: events } = useNews();
  const { isOwn } = useOwnChanges();
  const own = (events ?? []).filter((event) => event.status !== "read" && isOwn(event)).map(({ id }) => id);
  const ids = own.join(" ");
  const read = useEffectEvent(() => reading.read(own));
  useEffect(() => {
    if (ids !== "") read();
  }, [ids]);
}
