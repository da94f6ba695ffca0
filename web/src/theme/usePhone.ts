import { useMediaQuery } from "@mantine/hooks";

/** Whether lists are cards and dialogs take the whole window. What lies around a page has `useLayout`. */
export function usePhone(): boolean {
  return useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
}
