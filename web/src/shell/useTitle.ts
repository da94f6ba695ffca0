import { useEffect } from "react";
import { useServices } from "../services/services.tsx";
import { defaultTitle } from "../services/appStore.ts";

/** Sets the window's title while the page is open. Called once by each page, never by the frame around it. */
export function useTitle(title: string): void {
  const { app } = useServices();
  useEffect(() => {
    app.setTitle(title);
    return () => app.setTitle(defaultTitle);
  }, [app, title]);
}
