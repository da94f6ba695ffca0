import { useEffect } from "react";
import { defaultTitle } from "../services/appStore.ts";
import { useAppState } from "./useAppState.ts";

/** Writes the app's title into the window's. */
export function WindowTitle() {
  const title = useAppState((state) => state.title);
  useEffect(() => {
    document.title = title === defaultTitle ? defaultTitle : `${title} · ${defaultTitle}`;
  }, [title]);
  return null;
}
