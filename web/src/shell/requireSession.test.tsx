import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { RequireSession } from "./RequireSession.tsx";
import { tokenKey } from "../session/sessionStore.ts";

const jwt = (claims: object): string => `h.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.s`;

/** What another tab of this browser has stored. */
function store(sub: string): void {
  const ends = Date.now() + 3_600_000;
  const claims = { sub, username: sub, exp: ends / 1000 };
  const session = { idToken: jwt(claims), accessToken: jwt(claims), idTokenExpiry: ends, refreshToken: "r" };
  localStorage.setItem(tokenKey, JSON.stringify(session));
}

function Notes() {
  const [text, setText] = useState("");
  return <input aria-label="Notes" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />;
}

function signedIn() {
  store("nora");
  const set = stage();
  const router = set.open(
    [
      { element: <RequireSession />, children: [{ path: "/notes", element: <Notes /> }] },
      { path: "/signin", element: "sign-in" },
    ],
    "/notes?of=nora",
  );
  return { session: set.services.session, router };
}

describe("a shared computer", () => {
  it("a shared computer leads nobody back to a page of the person who signed out in another tab", async () => {
    const { session, router } = signedIn();
    localStorage.removeItem(tokenKey);
    act(() => session.reread());
    await waitFor(() => expect(router.state.location.pathname).toBe("/signin"));
    expect(router.state.location.search).toBe("");
  });

  it("a shared computer shows nobody what the previous person typed", () => {
    const { session } = signedIn();
    fireEvent.change(screen.getByLabelText("Notes"), { target: { value: "mine" } });
    store("omar");
    act(() => session.reread());
    expect(screen.getByLabelText<HTMLInputElement>("Notes").value).toBe("");
  });

  it("a page keeps what was typed when another tab only renewed the tokens", () => {
    const { session } = signedIn();
    fireEvent.change(screen.getByLabelText("Notes"), { target: { value: "mine" } });
    store("nora");
    act(() => session.reread());
    expect(screen.getByLabelText<HTMLInputElement>("Notes").value).toBe("mine");
  });
});
