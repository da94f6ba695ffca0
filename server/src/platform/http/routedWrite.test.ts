import { expect, test } from "vitest";
import { routedWrite } from "./routedWrite.ts";
import { nobody } from "./viewer.ts";

const aWrite = () =>
  routedWrite<{ id: string }>({
    unit: {
      commit: async (_author, work) => work({} as never),
      commitAsSystem: async () => undefined,
      commitEvents: async () => undefined,
    },
    viewer: nobody,
    origin: { ip: "", userAgent: "", requestId: "" },
    answerOf: ({ content, status = 200 }) => ({ status, text: content.id }),
  });

test("a request fails if its handler neither committed a write nor said that nothing changed", async () => {
  expect(() => aWrite().answer()).toThrow("without leaving a record");
  const idle = aWrite();
  expect(idle.unchanged({ id: "as it was" }, 202)).toEqual({ id: "as it was" });
  expect(idle.answer()).toEqual({ status: 202, text: "as it was" });
});
