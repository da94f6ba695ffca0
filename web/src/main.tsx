import "@fontsource-variable/geist-mono/index.css";
import "@fontsource-variable/inter/opsz.css";
import "@mantine/core/styles.css";
import "maplibre-gl/dist/maplibre-gl.css";
import "./theme/global.css";
import { MantineProvider } from "@mantine/core";
import { getConfig } from "@pulse/contract/system";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApiClient } from "./api/client.ts";
import { App } from "./App.tsx";
import { createServices } from "./createServices.ts";
import { languageOf, speak, storedLanguage } from "./text/language.ts";
import { resolver, theme } from "./theme/theme.ts";
import { NotLoaded } from "./shell/NotLoaded.tsx";

speak(storedLanguage(localStorage) ?? languageOf(navigator.language) ?? "en");
const root = createRoot(document.getElementById("root")!);
const anybody = createApiClient({
  idToken: () => null,
  isAboutToExpire: () => false,
  isSomebody: () => false,
  refresh: async () => false,
  refused: () => undefined,
});

try {
  const services = createServices(await anybody.call(getConfig));
  root.render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  );
} catch {
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      <NotLoaded />
    </MantineProvider>,
  );
}
