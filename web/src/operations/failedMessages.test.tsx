import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { FailedMessages } from "./FailedMessages.tsx";

const title = "Messages that could not be processed";
const at = "2026-11-29T14:02:03.000Z";
const message = {
  id: "f",
  customerId: "c",
  siteId: "s",
  siteName: "Harbour",
  sender: { kind: "gateway", id: "g", name: "Dock 4" },
  topic: "kbeacon/publish/68B9D3",
  payload: '{"msg":"advData"}',
  bytes: 17,
  receivedAt: at,
  tries: 3,
  triedAt: at,
  reason: "Cannot read properties of undefined",
};

it("a message that could not be processed is shown with its reason, tried again and deleted", async () => {
  let messages = [message];
  const { answers, requests, show } = stage();
  answers["listFailedMessages"] = () => messages;
  answers["replayFailedMessage"] = () => ({ id: "f" });
  answers["deleteFailedMessage"] = () => {
    messages = [];
    return { id: "f" };
  };
  const sent = (id: string) => requests.filter((request) => request.id === id);
  show(<FailedMessages />);
  const failed = within(await screen.findByRole("region", { name: title }));
  for (const text of ["Dock 4", /Cannot read properties of undefined/, '{"msg":"advData"}'])
    expect(failed.getByText(text)).toBeTruthy();
  fireEvent.click(failed.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(sent("replayFailedMessage")).toMatchObject([{ params: { id: "f" } }]));
  fireEvent.click(failed.getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(sent("deleteFailedMessage")).toMatchObject([{ params: { id: "f" } }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: title })).toBeNull());
});

it("where no message failed there is nothing to see", async () => {
  const { answers, requests, show } = stage();
  answers["listFailedMessages"] = () => [];
  show(<FailedMessages />);
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => undefined);
  expect(screen.queryByRole("region", { name: title })).toBeNull();
});
