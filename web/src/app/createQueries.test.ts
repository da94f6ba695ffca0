import { onlineManager, type QueryClient } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { createQueries } from "./createQueries.ts";
import type { Connectivity, ConnectivityState } from "../live/connectivity.ts";

afterEach(() => onlineManager.setOnline(true));

function open(found: ConnectivityState) {
  let state: ConnectivityState = "online";
  const shownErrors: unknown[] = [];
  const check = vi.fn<() => Promise<void>>(async () => void (state = found));
  const queries = createQueries({
    app: { startLoading: () => undefined, stopLoading: () => undefined },
    connectivity: { check, current: (): Connectivity => ({ state, lastContactMs: null }) },
    fail: (error) => shownErrors.push(error),
  });
  return { queries, shownErrors, check };
}

/** Repeats a query that was answered the first time and now fails. */
async function askAgain(queries: QueryClient, error: ApiError): Promise<void> {
  queries.setQueryData(["things"], 1);
  await queries
    .fetchQuery({ queryKey: ["things"], queryFn: () => Promise.reject(error), staleTime: 0, retry: false })
    .catch(() => undefined);
}

describe("a query that fails in the background", () => {
  it("a query that fails in the background shows no message while the banner says that there is no connection", async () => {
    const { queries, shownErrors, check } = open("Reconnecting");
    await askAgain(queries, new ApiError(0, "NetworkError", ""));
    await waitFor(() => expect(check).toHaveBeenCalledTimes(1));
    await askAgain(queries, new ApiError(503, "RequestFailed", ""));
    expect(shownErrors).toEqual([]);
  });

  it("a query that fails in the background is reported while the connection is fine", async () => {
    const { queries, shownErrors } = open("online");
    const error = new ApiError(500, "internal_server_error", "");
    await askAgain(queries, error);
    await waitFor(() => expect(shownErrors).toEqual([error]));
  });
});

it("a change without a network fails at once, and is not sent later", async () => {
  const { queries, shownErrors } = open("NetworkDisconnected");
  onlineManager.setOnline(false);
  const send = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(0, "NetworkError", "")));
  const change = queries.getMutationCache().build(queries, { mutationFn: send });
  await expect(change.execute(undefined)).rejects.toThrow(ApiError);
  onlineManager.setOnline(true);
  await queries.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
  expect(shownErrors).toHaveLength(1);
});
