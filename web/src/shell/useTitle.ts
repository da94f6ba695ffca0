import { useEffect } from "react";
import { useServices } from "../services.tsx";
import { defaultTitle } from "./appStore.ts";

/** Names the page in the window's title for as long as it is open. A page calls it once; what lies around it does not. */
export function useTitle(title: string): void {
  const { app } = useServices();
  useEffect(() => {
    app.setTitle(title);
    return () => app.setTitle(defaultTitle);
  }, [app, title]);
}
