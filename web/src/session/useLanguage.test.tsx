import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { LookSection } from "../profile/LookSection.tsx";
import { me, stage } from "../test/stage.tsx";
import { useOwnLanguage } from "./useLanguage.ts";

function Page() {
  useOwnLanguage();
  return <LookSection />;
}

it("the app uses the last chosen language, however late the server answers the earlier choice", async () => {
  const set = stage();
  const unanswered: (() => void)[] = [];
  set.answers["getUserMe"] = () => ({ ...me, locale: "en" });
  set.answers["updateOwnAttribute"] = ({ body }) =>
    new Promise((resolve) => {
      unanswered.push(() => resolve({ ...me, locale: (body as { value: string }).value }));
    });
  set.show(<Page />);
  await waitFor(() => expect(set.services.queries.getQueryData(["me"])).toMatchObject({ locale: "en" }));
  fireEvent.click(screen.getByLabelText("Deutsch"));
  await waitFor(() => expect(unanswered).toHaveLength(1));
  expect(await screen.findByText("Sprache")).toBeTruthy();
  fireEvent.click(screen.getByLabelText("English"));
  expect(await screen.findByText("Language")).toBeTruthy();

  // The newest pending request is answered first.
  const answer = () => act(async () => unanswered.pop()!());
  await answer();
  await waitFor(() => expect(unanswered).toHaveLength(1));
  expect(screen.getByText("Language")).toBeTruthy();
  await answer();
  const sent = set.asked.filter(({ id }) => id === "updateOwnAttribute").map(({ body }) => body);
  expect(sent).toEqual([{ value: "de" }, { value: "en" }]);
  await waitFor(() => expect(set.services.queries.getQueryData(["me"])).toMatchObject({ locale: "en" }));
  expect(document.documentElement.lang).toBe("en");
  expect(localStorage.getItem("language")).toBe("en");
});
