import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import type { World } from "./world.ts";

// Debian's own comes first, because a version manager's command of that name may not work.
const program = ["/usr/bin/aws", "aws"].find((name) => spawnSync(name, ["--version"]).status === 0) ?? null;

/** Whether Amazon's command line is installed and starts. */
export const hasAwsCli = program !== null;

/** Runs `aws cognito-idp …` against the world; the answer, or the error's text. */
export async function awsCli(
  world: World,
  operation: string,
  input: object,
  signed: boolean,
): Promise<Record<string, unknown> & { error?: string }> {
  const args = [
    "cognito-idp",
    operation,
    "--endpoint-url",
    world.endpoint,
    "--region",
    "us-east-1",
    "--output",
    "json",
  ];
  if (!signed) args.push("--no-sign-request");
  args.push("--cli-input-json", JSON.stringify(input));
  try {
    const { stdout } = await promisify(execFile)(program ?? "aws", args, {
      env: {
        PATH: process.env["PATH"],
        HOME: world.keysDir,
        AWS_ACCESS_KEY_ID: world.identity.adminKey.access_key_id,
        AWS_SECRET_ACCESS_KEY: world.identity.adminKey.secret_access_key,
        AWS_EC2_METADATA_DISABLED: "true",
      },
    });
    return stdout.trim() === "" ? {} : (JSON.parse(stdout) as Record<string, unknown>);
  } catch (error) {
    return { error: String((error as { stderr?: string }).stderr) };
  }
}
