import { createHash, createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getConfig } from "@pulse/contract/system";
import { fromWire } from "@pulse/contract/wire";
import type { Pulse } from "./pulse.ts";

const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/**
 * Calls an administrator's operation of the embedded pool as the server does: signed with the key stored with the data,
 * by AWS Signature Version 4 (AWS General Reference, "Signing AWS API requests"). Rejects with the answer if refused.
 */
export async function asPoolAdmin(pulse: Pulse, operation: string, input: Record<string, unknown>): Promise<void> {
  const key = JSON.parse(await readFile(join(pulse.dataDir, "keys", "identity-admin.json"), "utf8")) as {
    access_key_id: string;
    secret_access_key: string;
  };
  const { identity } = await currentConfig(pulse.url);
  const body = JSON.stringify({ UserPoolId: identity.userPoolId, ...input });
  const time = new Date().toISOString().replace(/[:-]|\.\d{3}/g, "");
  const scope = `${time.slice(0, 8)}/${identity.region}/cognito-idp/aws4_request`;
  const headers = {
    host: new URL(pulse.url).host,
    "x-amz-date": time,
    "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
  };
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = ["POST", "/identity/", "", lines.join(""), names, sha256Hex(body)].join("\n");
  const signing = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${key.secret_access_key}`);
  const signature = hmac(signing, ["AWS4-HMAC-SHA256", time, scope, sha256Hex(request)].join("\n")).toString("hex");
  const answer = await fetch(`${pulse.url}/identity/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-date": headers["x-amz-date"],
      "x-amz-target": headers["x-amz-target"],
      authorization: `AWS4-HMAC-SHA256 Credential=${key.access_key_id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
    body,
  });
  if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`);
}

async function currentConfig(url: string) {
  const answer = await fetch(`${url}${getConfig.path}`);
  const { result } = (await answer.json()) as { result: { content: unknown } };
  return getConfig.content.parse(fromWire(result.content));
}
