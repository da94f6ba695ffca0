import { ListUsersCommand } from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sdkClient } from "./support/sdk.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
let UserPoolId: string;
beforeAll(async () => {
  world = await createWorld();
  UserPoolId = world.identity.pools.current.userPoolId;
});
afterAll(async () => {
  await world.close();
});

describe("signatures", () => {
  const good = () => ({
    accessKeyId: world.identity.adminKey.access_key_id,
    secretAccessKey: world.identity.adminKey.secret_access_key,
  });
  const listBy = async (credentials: { accessKeyId: string; secretAccessKey: string }) => {
    const client = sdkClient(world, credentials);
    try {
      return await client.send(new ListUsersCommand({ UserPoolId }));
    } finally {
      client.destroy();
    }
  };

  test("administration is refused unsigned or with another key or secret, whichever administrative name is called", async () => {
    for (const name of [
      "AdminGetUser",
      "ListUsers",
      "ListUsersInGroup",
      "DescribeUserPool",
      "AdminNonsense",
      "AdminInitiateAuth",
    ])
      expect((await world.call(name, { UserPoolId })).body).toMatchObject({
        type: "MissingAuthenticationTokenException",
      });
    await expect(listBy({ ...good(), accessKeyId: "AKIAANOTHERKEY00000" })).rejects.toMatchObject({
      name: "UnrecognizedClientException",
    });
    await expect(listBy({ ...good(), secretAccessKey: "another" })).rejects.toMatchObject({
      name: "InvalidSignatureException",
    });
    expect((await listBy(good())).Users).toBeDefined();
    expect(
      (await world.call("ListUsers", { UserPoolId }, { authorization: "AWS4-HMAC-SHA256 nonsense", "x-amz-date": "x" }))
        .body.type,
    ).toBe("IncompleteSignatureException");
  });

  test("a signature covers the body and the operation, and is valid for 5 minutes", async () => {
    const client = sdkClient(world);
    let taken: { headers: Record<string, string>; body: string } | null = null;
    client.middlewareStack.add(
      (next) => async (args) => {
        const request = args.request as { headers: Record<string, string>; body: string };
        const { "content-length": _, ...headers } = request.headers;
        taken = { headers, body: request.body };
        return next(args);
      },
      { step: "finalizeRequest", priority: "low", name: "keepRequest" },
    );
    await client.send(new ListUsersCommand({ UserPoolId }));
    client.destroy();
    if (!taken) throw new Error("no request was seen");
    const { headers, body } = taken as { headers: Record<string, string>; body: string };
    const send = async (change: Record<string, string>, text = body) => {
      const response = await fetch(world.endpoint, { method: "POST", headers: { ...headers, ...change }, body: text });
      return response.status === 200 ? "taken" : (response.headers.get("x-amzn-errortype") ?? "").replace(":", "");
    };
    expect(await send({})).toBe("taken");
    expect(await send({}, JSON.stringify({ UserPoolId, Limit: 1 }))).toBe("InvalidSignatureException");
    expect(await send({ "x-amz-target": "AWSCognitoIdentityProviderService.AdminDeleteUser" })).toBe(
      "InvalidSignatureException",
    );
    world.pass(5 * 60_000 + 2000);
    expect(await send({})).toBe("InvalidSignatureException");
  });
});
