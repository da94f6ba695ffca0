import { useMediaQuery } from "@mantine/hooks";

/** Whether lists are cards and dialogs fill the window. The frame around a page uses `useLayout`. */
export function usePhone(): boolean {
  return useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
}
