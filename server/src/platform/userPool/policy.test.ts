import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the policy in the manual allows exactly the signed calls that the code makes", () => {
  const manual = readFileSync(new URL("../../../../docs/cognito.md", import.meta.url), "utf8");
  const [, policy = ""] = /```json\n([^`]+)```/.exec(manual) ?? [];
  const { Statement: statements } = JSON.parse(policy) as { Statement: { Sid: string; Action: string[] }[] };
  const source = ["accountCalls", "factorCalls"]
    .map((name) => readFileSync(new URL(`./${name}.ts`, import.meta.url), "utf8"))
    .join("\n");
  const made = new Set(
    [...source.matchAll(/new (Admin\w+|GetUserPool\w+)Command/g)].map(([, name]) => `cognito-idp:${name}`),
  );
  expect(statements.find(({ Sid }) => Sid === "CurrentPool")?.Action).toEqual([...made].toSorted());
  for (const action of statements.find(({ Sid }) => Sid === "LegacyPool")!.Action) expect(made).toContain(action);
});
