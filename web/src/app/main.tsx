import "@fontsource-variable/geist-mono/index.css";
import "@fontsource-variable/inter/opsz.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "../theme/global.css";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { fetchConfig } from "../api/openAnswers.ts";
import { App } from "./App.tsx";
import { createServices } from "./createServices.ts";
import { routes, startAddress } from "./routes.tsx";
import { createSessionStore } from "../session/sessionStore.ts";
import { switchLanguage, startLanguage } from "../text/language.ts";
import { texts } from "../text/translate.ts";
import { resolver, theme } from "../theme/theme.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";

/** The folder of the app on its host: a product's is the root, a recording's site may lie below it. */
const basename = import.meta.env.BASE_URL.replace(/\/$/, "");
const root = createRoot(document.getElementById("root")!);
const session = createSessionStore(localStorage, Date.now);

// Everything that the first page needs is requested at once: its texts, its code, and the server's configuration.
const language = switchLanguage(startLanguage(window.location.search, localStorage, navigator.language));
try {
  const configuration = fetchConfig();
  const { pathname, search } = window.location;
  const address = pathname.slice(basename.length) + search;
  const start = startAddress(address, session.current() !== null);
  if (start !== address) window.history.replaceState(null, "", basename + start);
  const router = createBrowserRouter(routes, { basename: import.meta.env.BASE_URL });
  const [config] = await Promise.all([configuration, language]);
  const services = createServices(config, session);
  root.render(
    <StrictMode>
      <App services={services} router={router} />
    </StrictMode>,
  );
} catch {
  // The texts may come later than the failure.
  await language.catch(() => undefined);
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      {/* The server did not send its configuration, and perhaps no texts either: then these are in English. */}
      <NotLoaded
        title={texts.t("app.failed", "Couldn't load Pulse")}
        text={texts.t("app.failedWhy", "The server did not answer.")}
        retry={() => window.location.reload()}
      />
    </MantineProvider>,
  );
}
