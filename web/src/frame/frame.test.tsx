import { MantineProvider } from "@mantine/core";
import { fullAccess, noAccess } from "@pulse/contract/access";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { me, press, stage } from "../test/stage.tsx";
import { RequireSession } from "../shell/RequireSession.tsx";
import { SiteScope } from "../sites/SiteScope.tsx";
import { useOwnLanguage } from "../shell/useLanguage.ts";
import { texts } from "../text/translate.ts";
import { theme } from "../theme/theme.ts";
import { AccessHome } from "./AccessHome.tsx";
import { ErrorBoundary } from "../shell/ErrorBoundary.tsx";
import { ReloadDialog } from "../shell/ReloadDialog.tsx";
import { RequireSuperadmin } from "../shell/RequireSuperadmin.tsx";
import { SideNav } from "./SideNav.tsx";
import { sections } from "../shell/sections.ts";
import { Snackbars } from "../shell/Snackbars.tsx";
import { UserMenu } from "./UserMenu.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { WindowTitle } from "../shell/WindowTitle.tsx";

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  document.title = "";
  document.documentElement.lang = "en";
  await texts.changeLanguage("en");
});

function person({ isSuperadmin = false, access = fullAccess(), locale = "en" } = {}) {
  const set = stage();
  set.answers["getUserMe"] = () => ({
    ...me,
    givenName: "Mara",
    familyName: "Okafor",
    customerId: "c",
    isSuperadmin,
    locale,
  });
  set.answers["getAccessibleOperations"] = () => access;
  set.answers["updateOwnAttribute"] = ({ body }) => ({ ...me, locale: (body as { value: string }).value });
  return set;
}

describe("the user menu", () => {
  const items = async (set: ReturnType<typeof person>): Promise<(string | null)[]> => {
    // Without transitions the menu exists as soon as it is opened.
    set.show(
      <MantineProvider theme={theme} env="test">
        <UserMenu />
      </MantineProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name: /^Account menu: Mara Okafor/ }));
    await screen.findByText(me.email);
    return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  };

  it("the user menu shows an administrator profile, access management, sites, the log and reports", async () => {
    expect(await items(person())).toEqual([
      "Profile",
      "Access management",
      "Sites",
      "Audit log",
      "Reports",
      "Webhooks",
      "Set-up guide",
      "Help",
      "Sign out",
    ]);
  });

  it("the user menu shows a superadmin the customers and the operations too", async () => {
    expect(await items(person({ isSuperadmin: true }))).toEqual(expect.arrayContaining(["Customers", "Operations"]));
  });

  it("the user menu shows somebody without permissions only the own profile", async () => {
    expect(await items(person({ access: noAccess() }))).toEqual(["Profile", "Help", "Sign out"]);
  });

  it("the user menu changes the language at once, and keeps it in the browser and for the person", async () => {
    const set = person();
    await items(set);
    fireEvent.click(screen.getByRole("menuitemradio", { name: "Deutsch" }));
    expect(await screen.findByText("Abmelden")).toBeTruthy();
    expect(document.documentElement.lang).toBe("de");
    expect(localStorage.getItem("language")).toBe("de");
    await waitFor(() =>
      expect(set.requests.find(({ id }) => id === "updateOwnAttribute")).toMatchObject({
        params: { attr: "locale" },
        body: { value: "de" },
      }),
    );
  });
});

it("the app uses the person's own language, whatever was chosen in this browser before", async () => {
  function Speaker() {
    useOwnLanguage();
    return null;
  }
  localStorage.setItem("language", "en");
  person({ locale: "de" }).show(<Speaker />);
  await waitFor(() => expect(document.documentElement.lang).toBe("de"));
  expect(localStorage.getItem("language")).toBe("de");
});

describe("a snackbar", () => {
  it("a snackbar is an alert for errors and a status for successes, has a second line, and can be dismissed", async () => {
    const set = person();
    set.show(<Snackbars />);
    act(() => {
      set.services.snackbars.error("Network error");
      set.services.snackbars.success("Gateway created", "G-08");
    });
    expect(screen.getByRole("alert").textContent).toBe("Network error");
    expect(screen.getByRole("status").textContent).toBe("Gateway createdG-08");
    fireEvent.click(screen.getAllByRole("button", { name: "Dismiss" })[0]!);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("a snackbar is announced again when it is repeated", () => {
    const set = person();
    set.show(<Snackbars />);
    act(() => set.services.snackbars.error("Network error"));
    const first = screen.getByRole("alert");
    act(() => set.services.snackbars.error("Network error"));
    expect(screen.getByRole("alert")).not.toBe(first);
  });

  it("a snackbar leaves messages about the connection to the banner", () => {
    const set = person();
    set.show(<Snackbars />);
    act(() => set.services.app.showInfo({ code: "Reconecting", message: "Reconnecting..." }));
    expect(screen.queryByRole("status")).toBeNull();
    act(() => set.services.snackbars.info("Import is running"));
    expect(screen.getByRole("status").textContent).toBe("Import is running");
  });
});

it("the app shows the page's name in the window's title while it is open", async () => {
  function Users() {
    useTitle("Users");
    return null;
  }
  const router = person().open(
    [
      {
        path: "/users",
        element: (
          <>
            <Users />
            <WindowTitle />
          </>
        ),
      },
      { path: "*", element: <WindowTitle /> },
    ],
    "/users",
  );
  await waitFor(() => expect(document.title).toBe("Users · Pulse"));
  await act(() => router.navigate("/elsewhere"));
  expect(document.title).toBe("Pulse");
});

it("the app signs out and reloads when the server has a version that it does not support", async () => {
  const set = person();
  const done: string[] = [];
  vi.spyOn(window.location, "reload").mockImplementation(() => void done.push("reload"));
  set.services.version.isOutdated = () => true;
  set.services.signOut = () => void done.push("sign out");
  set.show(<ReloadDialog />);
  expect(await screen.findByRole("dialog", { name: "New version available" })).toBeTruthy();
  press("Reload");
  expect(done).toEqual(["sign out", "reload"]);
});

it("the app offers ways out when a page breaks, and shows the next address again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const set = person();
  function Page({ breaks }: { breaks: boolean }) {
    if (breaks) throw new Error("broken");
    return <p>all is well</p>;
  }
  const at = (address: string, breaks: boolean) => (
    <ErrorBoundary address={address}>
      <Page breaks={breaks} />
    </ErrorBoundary>
  );
  const router = set.open(
    [
      { path: "/broken", element: at("/broken", true) },
      { path: "/fine", element: at("/fine", false) },
    ],
    "/broken",
  );
  expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to the map" }).getAttribute("href")).toBe("/");
  await act(() => router.navigate("/fine"));
  expect(await screen.findByText("all is well")).toBeTruthy();
});

describe("access", () => {
  const routes = [
    { path: "/access", element: <AccessHome /> },
    { element: <RequireSuperadmin />, children: [{ path: "/customers", element: <p>customers</p> }] },
    { path: "*", element: null },
  ];

  it("access to access management opens the first tab that may be read, or none", async () => {
    const access = { ...noAccess(), role_management: ["r" as const] };
    const first = person({ access }).open(routes, "/access");
    await waitFor(() => expect(first.state.location.pathname).toBe("/access/roles"));
    const second = person({ access: noAccess() }).open(routes, "/access");
    await waitFor(() => expect(second.state.location.pathname).toBe("/not-accessible"));
  });

  it("access to the customers is only for superadmins", async () => {
    const other = person().open(routes, "/customers");
    await waitFor(() => expect(other.state.location.pathname).toBe("/not-accessible"));
    person({ isSuperadmin: true }).open(routes, "/customers");
    expect(await screen.findByText("customers")).toBeTruthy();
  });
});

describe("under a site's address", () => {
  const site = { id: "1", name: "Harbour", customerId: "c", customerName: "Northwind", customerConfig: {} };
  const routes = [
    { path: "/sites/:siteId", element: <SiteScope />, children: [{ index: true, element: <p>the site</p> }] },
    { path: "/signin", element: <RequireSession /> },
    { path: "*", element: null },
  ];
  const enter = (id: string) => {
    const set = person();
    set.answers["listAccessibleSites"] = () => [site];
    vi.spyOn(set.services.session, "current").mockReturnValue({} as never);
    return { ...set, router: set.open(routes, `/sites/${id}`) };
  };

  it("a site's address makes that site the active one", async () => {
    const { services } = enter("1");
    await screen.findByText("the site");
    expect(services.activeSite.current()).toMatchObject({ siteId: "1", customerId: "c" });
  });

  it("a site's address shows a site that is not mine as not found", async () => {
    const { services } = enter("2");
    expect(await screen.findByText("Page not found")).toBeTruthy();
    expect(services.activeSite.current()).toBeNull();
  });

  it("a site's address shows a stored site that no longer exists as not found, even after it is forgotten", async () => {
    localStorage.setItem("activeSite", "2");
    const { services, router } = enter("2");
    await screen.findByText("Page not found");
    act(() => services.activeSite.clear());
    expect(screen.getByText("Page not found")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/sites/2");
  });

  it("a site's address leads to the choice of a site when the active one no longer exists", async () => {
    const { services, router } = enter("1");
    await screen.findByText("the site");
    act(() => services.activeSite.clear());
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/", state: { isSiteGone: true } }));
  });
});

describe("the side navigation", () => {
  it("the side navigation has only map, devices, geofences and assets", () => {
    const others = sections.filter(({ page }) => !/^(map|devices|geofences|assets)$/.test(page));
    expect(others).toEqual([]);
  });

  it("the side navigation shows the sections' names as tooltips while collapsed", async () => {
    const set = person();
    set.show(
      <SideNav
        sections={[{ key: "nav.map", path: "/sites/1/map", icon: sections[0]!.icon }]}
        isOpen={false}
        onToggle={() => undefined}
      />,
    );
    fireEvent.mouseEnter(screen.getByRole("link", { name: "Map" }));
    expect((await screen.findByRole("tooltip")).textContent).toBe("Map");
  });
});
