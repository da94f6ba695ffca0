import { useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { nounKeys } from "../api/queryKeys.ts";
import { useNounCache } from "./entity.api.ts";

it("a deleted entity is forgotten once its page closes, and not requested before that", async () => {
  const set = stage();
  const key = nounKeys("things", null).one("7");
  let requests = 0;
  let [leave, draw] = [(): void => undefined, (): void => undefined];
  let forget: (gone: readonly string[]) => void = () => undefined;
  function Page() {
    const [, setTurn] = useState(0);
    draw = () => setTurn((turn) => turn + 1);
    const { data } = useQuery({ queryKey: key, queryFn: () => Promise.resolve(++requests) });
    return <p>asked {data}</p>;
  }
  function Frame() {
    const [isThere, setIsThere] = useState(true);
    leave = () => setIsThere(false);
    ({ forget } = useNounCache({ name: "things" }));
    return isThere ? <Page /> : <p>left</p>;
  }
  set.show(<Frame />);
  await screen.findByText("asked 1");
  act(() => forget(["7"]));
  act(draw);
  expect(screen.getByText("asked 1")).toBeTruthy();
  act(leave);
  await screen.findByText("left");
  expect(set.services.queries.getQueryData(key)).toBeUndefined();
  expect(requests).toBe(1);
});
