import { useMediaQuery } from "@mantine/hooks";

/** In this order: a bottom bar and the map to all edges; a rail and drawers over the map; navigation and list beside the map. */
export type Layout = "phone" | "tablet" | "desk";

/** The layout of the frame and the map. A phone held sideways has a tablet's layout: it is short, not narrow. */
export function useLayout(): Layout {
  const isPhone = useMediaQuery("(max-width: 599px)", false, { getInitialValueInEffect: false });
  const isBetween = useMediaQuery("(max-width: 1199px), (max-height: 599px)", false, {
    getInitialValueInEffect: false,
  });
  if (isPhone) return "phone";
  return isBetween ? "tablet" : "desk";
}
