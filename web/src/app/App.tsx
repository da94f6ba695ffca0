import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { type Services, ServicesProvider } from "../services/services.tsx";
import classes from "./App.module.css";
import { ConnectionBanner } from "../shell/ConnectionBanner.tsx";
import { ErrorBoundary } from "../shell/ErrorBoundary.tsx";
import { ReloadDialog } from "../shell/ReloadDialog.tsx";
import { Snackbars } from "../shell/Snackbars.tsx";
import { WindowTitle } from "../shell/WindowTitle.tsx";
import { resolver, theme } from "../theme/theme.ts";

const colourScheme = localStorageColorSchemeManager({ key: "colorScheme" });

/** The whole app around its services. */
export function App({ services, router }: { services: Services; router: DataRouter }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={colourScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={services.queries}>
        <ServicesProvider services={services}>
          <ErrorBoundary>
            <div className={classes["app"]}>
              <ConnectionBanner />
              <div className={classes["page"]}>
                <RouterProvider router={router} />
              </div>
            </div>
          </ErrorBoundary>
          <WindowTitle />
          <ReloadDialog />
          <Snackbars />
        </ServicesProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
