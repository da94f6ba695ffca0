import { useMediaQuery } from "@mantine/hooks";

/** Phones get the bottom bar and the map up to the top edge. */
export function usePhone(): boolean {
  return useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
}
