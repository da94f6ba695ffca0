import type { Event } from "@pulse/contract/events";
import { useMediaQuery } from "@mantine/hooks";
import { limits } from "@pulse/contract/limits";
import { useLocation } from "react-router";
import { useMe } from "../shell/person.api.ts";
import { useDialogOpen } from "../ui/useDialogOpen.ts";
import { useCrossingToasts } from "./crossingToasts.ts";
import { isCrossing } from "./eventWords.ts";

/** Which events may interrupt somebody, how many at a time, and when none may. */
export function useToastRules() {
  const { data: me } = useMe();
  const [areCrossingsOn] = useCrossingToasts();
  const { pathname, search } = useLocation();
  const isDialogOpen = useDialogOpen();
  const isSmall = useMediaQuery("(max-width: 700px), (max-height: 599px)", false, { getInitialValueInEffect: false });
  const isPast = pathname.endsWith("/map") && new URLSearchParams(search).has("from");
  return {
    /** Nobody needs to hear what they have done themselves, and of crossings only who asked for them. */
    isWanted: ({ operation, actor }: Event): boolean => {
      if (operation === null) return true;
      if (isCrossing(operation)) return areCrossingsOn;
      return actor === null || actor !== me?.email;
    },
    /** Somebody looks at the past: what happens now is counted at the bell. */
    isPast,
    /** Somebody is asked something: toasts wait until it is answered. */
    isDialogOpen,
    fitting: isSmall ? 1 : limits.toastsShown,
  };
}
