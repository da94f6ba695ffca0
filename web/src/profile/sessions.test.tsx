import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { OwnSession } from "@pulse/contract/ownSessions";
import { expect, it } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { englishTexts } from "../test/englishTexts.ts";
import { press, stage } from "../test/stage.tsx";
import { switchLanguage } from "../text/language.ts";
import { SessionsSection } from "./SessionsSection.tsx";

const minuteMs = 60_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const idOf = (nth: number): string => `0198c1b2-0000-4000-8000-00000000000${nth}`;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";
const phone = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36";

const session = (nth: number, change: Partial<OwnSession> = {}): OwnSession => ({
  id: idOf(nth),
  startedAt: ago(120 * minuteMs),
  lastUsedAt: ago(5 * minuteMs),
  userAgent: phone,
  ip: "203.0.113.7",
  signedInWithSso: false,
  isCurrent: false,
  ...change,
});
const mine = session(1, { userAgent: firefox, ip: "192.0.2.1", isCurrent: true });

/** The section over a server that has these sessions. */
function open(...sessions: OwnSession[]) {
  const set = stage();
  let stored = sessions;
  set.answers["listOwnSessions"] = () => stored;
  set.answers["endOwnSession"] = ({ params }) => {
    stored = stored.filter(({ id }) => id !== params?.["id"]);
    return { id: params?.["id"] };
  };
  set.answers["endOtherOwnSessions"] = () => {
    const ended = stored.filter(({ isCurrent }) => !isCurrent).length;
    stored = stored.filter(({ isCurrent }) => isCurrent);
    return { ended };
  };
  set.show(<SessionsSection />);
  return set;
}
const rows = () => screen.findAllByRole("listitem");
const confirm = async (name: string) => {
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name }));
};

it("the profile lists sessions in words, marks this one and has no button that ends it", async () => {
  open(mine, session(2, { signedInWithSso: true }), session(3, { userAgent: "", ip: "" }));
  const [first, second, third] = await rows();
  expect(first!.textContent).toMatch(/^Firefox on LinuxThis browserLast used 5\sm/);
  expect(within(first!).queryByRole("button")).toBeNull();
  expect(second!.textContent).toMatch(
    /Chrome on AndroidLast used 5\sm.*Signed in 2\sh.*with your company's account203\.0\.113\.7/,
  );
  expect(third!.textContent).toContain("Unknown browser");
});

it("one session is signed out after a question, and leaves the list", async () => {
  const { requests, messages } = open(mine, session(2));
  await rows();
  press("Sign out Chrome on Android");
  expect(requests.filter(({ id }) => id === "endOwnSession")).toEqual([]);
  await confirm("Sign out");
  await waitFor(() => expect(messages()).toEqual(["Chrome on Android signed out"]));
  expect(requests.find(({ id }) => id === "endOwnSession")).toMatchObject({ params: { id: idOf(2) } });
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
});

it("all other sessions are signed out at once, and without any there is no such button", async () => {
  const { messages } = open(mine, session(2), session(3));
  await rows();
  press("Sign out everywhere else");
  await confirm("Sign out everywhere else");
  await waitFor(() => expect(messages()).toEqual(["2 sessions signed out"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull());
  expect(screen.getByRole("button", { name: "Sign out on all devices" })).toBeTruthy();
});

it("a session that has ended meanwhile is refused with a reason and leaves the list", async () => {
  const { answers } = open(mine, session(2));
  await rows();
  answers["endOwnSession"] = () => {
    throw new ApiError(404, "not_found", "Not found");
  };
  press("Sign out Chrome on Android");
  answers["listOwnSessions"] = () => [mine];
  await confirm("Sign out");
  expect((await screen.findAllByRole("alert")).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
});

it("sessions that could not be loaded can be asked for again", async () => {
  const set = stage();
  let isAway = true;
  set.answers["listOwnSessions"] = () => {
    if (isAway) throw new ApiError(500, "internal_server_error", "");
    return [mine];
  };
  set.show(<SessionsSection />);
  expect(await screen.findByText("Couldn't load your sessions")).toBeTruthy();
  isAway = false;
  press("Try again");
  expect(await rows()).toHaveLength(1);
});

it("with a pool at Amazon the section says that it has no list, asks for none, and ends all sessions", async () => {
  const set = stage();
  set.services.config.identity.mode = "cognito";
  set.show(<SessionsSection />);
  expect(await screen.findByText(/Amazon Cognito, which doesn't list where you are signed in/)).toBeTruthy();
  expect(set.requests).toEqual([]);
  expect(screen.getByRole("button", { name: "Sign out on all devices" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
});

it("the list of sessions reads German throughout", async () => {
  await switchLanguage("de");
  try {
    open(mine, session(2, { signedInWithSso: true }));
    const [first] = await rows();
    expect(first!.textContent).toMatch(/^Firefox auf LinuxDieser BrowserZuletzt verwendet vor 5\sMin/i);
    press("Chrome auf Android abmelden");
    expect(await screen.findByText(/^Der Zugriff endet sofort/)).toBeTruthy();
    expect(englishTexts()).toEqual([]);
  } finally {
    await switchLanguage("en");
  }
});
