import { MantineProvider } from "@mantine/core";
import { pageMetadata } from "@pulse/contract/page";
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router";
import { ApiError } from "../api/apiError.ts";
import type { ApiClient, Call } from "../api/client.ts";
import { createConnectionStore } from "../live/connection.ts";
import { createLiveStore } from "../live/liveStore.ts";
import { type Services, ServicesProvider } from "../services/services.tsx";
import type { IdentityClient, SignInOutcome } from "../session/identityClient.ts";
import { createInstallOffer } from "../offline/installOffer.ts";
import { createSessionStore } from "../session/sessionStore.ts";
import { createAppStore } from "../services/appStore.ts";
import { createSnackbars } from "../services/snackbars.ts";
import { createActiveSiteStore } from "../services/activeSite.ts";
import { theme } from "../theme/theme.ts";

interface RecordedRequest extends Call {
  id: string;
}

/** The API's answer about a person with a verified phone number. */
export const me = {
  id: "1",
  email: "nora@northwind.test",
  phoneNumber: "+4915123456789",
  phoneNumberVerified: true,
  mfaEnabled: true,
};

/** Renders screens with a router, and services that give prepared answers and record the calls. */
export function stage() {
  const requests: RecordedRequest[] = [];
  const answers: Record<string, (call: Call) => unknown> = {};
  /** The results of the sign-in's steps, in order. */
  const outcomes: (SignInOutcome | Error)[] = [];
  const steps: unknown[][] = [];
  const timers = { set: () => 0, clear: () => undefined };
  const online = { state: "online", lastContactMs: null } as const;
  const app = createAppStore(timers);
  const snackbars = createSnackbars(app);

  const call = async ({ id }: { id: string }, args: Call = {}): Promise<unknown> => {
    requests.push({ id, ...args });
    const answer = answers[id];
    if (answer === undefined) throw new ApiError(404, "not_found", "");
    return answer(args);
  };
  /** A list's answer is just its rows, or a page with metadata. */
  const page = async (endpoint: { id: string }, args?: Call): Promise<unknown> => {
    const answer = await call(endpoint, args);
    return Array.isArray(answer) ? { content: answer, metadata: pageMetadata(answer.length, 1, 25) } : answer;
  };
  const step =
    (name: string) =>
    async (...args: unknown[]): Promise<SignInOutcome> => {
      steps.push([name, ...args]);
      const outcome = outcomes.shift();
      if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error("nothing more to answer");
      return outcome;
    };
  const identity = {
    signIn: step("signIn"),
    confirmCode: step("code"),
    confirmNewPassword: step("newPassword"),
    leave: () => undefined,
    sendPhoneCode: async () => void steps.push(["sendPhoneCode"]),
  };
  const services: Services = {
    config: {
      demo: false,
      identity: { mode: "embedded" },
      appVersion: "1.19.2",
      links: { source: "https://code.test/pulse", privacy: null },
      map: { styleUrl: null },
    } as Services["config"],
    session: createSessionStore(localStorage, Date.now),
    api: { call, page } as unknown as ApiClient,
    queries: new QueryClient({
      mutationCache: new MutationCache({ onError: (error) => snackbars.error(error.message) }),
      defaultOptions: { queries: { retry: false } },
    }),
    live: createLiveStore(),
    connection: createConnectionStore(Date.now, timers),
    connectivity: { current: () => online, check: async () => undefined, subscribe: () => () => undefined },
    version: { isOutdated: () => false, subscribe: () => () => undefined },
    app,
    snackbars,
    activeSite: createActiveSiteStore(localStorage, () => undefined),
    install: createInstallOffer(window),
    identity: async () => identity as unknown as IdentityClient,
    signOut: () => undefined,
    sessionEnded: () => undefined,
  };
  const open = (routes: RouteObject[], entry: string | { pathname: string; state?: unknown }) => {
    const router = createMemoryRouter(routes, { initialEntries: [entry] });
    render(
      <MantineProvider theme={theme}>
        <QueryClientProvider client={services.queries}>
          <ServicesProvider services={services}>
            <RouterProvider router={router} />
          </ServicesProvider>
        </QueryClientProvider>
      </MantineProvider>,
    );
    return router;
  };
  return {
    services,
    requests,
    answers,
    outcomes,
    steps,
    messages: (): string[] => snackbars.current().map(({ text }) => text),
    open,
    /** One screen at one address; every other address is empty. */
    show: (screenElement: ReactNode, entry: string | { pathname: string; state?: unknown } = "/start") => {
      const at = typeof entry === "string" ? entry.split("?")[0] : entry.pathname;
      return open(
        [
          { path: at ?? "/", element: screenElement },
          { path: "*", element: null },
        ],
        entry,
      );
    },
  };
}

export const field = (label: string): HTMLInputElement => screen.getByLabelText(label, { selector: "input" });

export function type(label: string, value: string): void {
  fireEvent.change(field(label), { target: { value } });
}

export function press(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

export function paste(label: string, text: string): void {
  fireEvent.paste(field(label), { clipboardData: { getData: () => text } });
}
