import { parseArgs } from "node:util";
import { Email, Name, NewPassword, Phone } from "@pulse/contract/names";
import { AppError } from "@pulse/contract/errors";
import type { Config } from "@pulse/server/platform/config/config";
import { sendsTexts } from "@pulse/server/platform/config/sendsTexts";
import type { Io } from "../commands/io.ts";
import { logger, settings } from "../commands/settings.ts";
import { type AccountsDesk, openAccountsDesk } from "./accountsDesk.ts";
import { askPassword, type PasswordSource, readPassword } from "./askPassword.ts";

const help = `Usage: pulse admin create-superadmin --email ADDRESS --given-name NAME --family-name NAME [--phone NUMBER]
                                     [--password-stdin]
       pulse admin reset-mfa --email ADDRESS

create-superadmin creates an account with full access to every customer. Where texts can be sent, sign-in codes are texted
to its phone number (+ and digits), which counts as verified; elsewhere --phone may be left out. The password is prompted for, or read from the first line of standard input.

reset-mfa is for people who lost their phone: it turns off two-factor sign-in, removes the phone number and the
remembered devices, and ends every session. The next sign-in takes only the password and asks for a new number.

Both use the same settings as pulse serve. With the embedded database, stop Pulse first.
`;

/** For the audit log, where others have an address and a browser. */
const origin = { ip: "local", userAgent: "pulse admin", requestId: "" };

/** `pulse admin`: operations that only a person at the machine may do. */
export async function runAdmin(args: string[], io: Io, stdin: PasswordSource = process.stdin): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      email: { type: "string" },
      "given-name": { type: "string" },
      "family-name": { type: "string" },
      phone: { type: "string" },
      "password-stdin": { type: "boolean" },
    },
  });
  const [name, ...more] = positionals;
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (name === undefined || more.length > 0 || (name !== "create-superadmin" && name !== "reset-mfa"))
    throw new Error(`admin takes create-superadmin or reset-mfa; see pulse admin --help`);
  const email = accepted(Email, "--email", values.email);

  if (name === "reset-mfa") {
    await atDesk(email, (desk) => desk.superadmins.resetMfa(email, desk.write(origin)));
    io.stdout.write(`${email} can now sign in with the password alone and will be asked for a new phone number.\n`);
    return 0;
  }
  const person = {
    email,
    givenName: accepted(Name, "--given-name", values["given-name"]),
    familyName: accepted(Name, "--family-name", values["family-name"]),
    phoneNumber: values.phone === undefined ? null : accepted(Phone, "--phone", values.phone),
  };
  const given = values["password-stdin"] ? await readPassword(stdin) : await askPassword(stdin, io);
  const password = accepted(NewPassword, "the password", given);
  const config = await atDesk(email, (desk) => desk.superadmins.create({ ...person, password }, desk.write(origin)));
  const codes = person.phoneNumber !== null && sendsTexts(config) ? `; sign-in codes go to ${person.phoneNumber}` : "";
  io.stdout.write(`${email} is now a superadmin${codes}.\n`);
  return 0;
}

async function atDesk(email: string, act: (desk: AccountsDesk) => Promise<unknown>): Promise<Config> {
  const config = settings({ demo: false });
  // Log only problems: the answer is one line.
  const quiet = config.logLevel === "info" ? { ...config, logLevel: "warn" as const } : config;
  const desk = await openAccountsDesk(config, logger(quiet));
  try {
    await act(desk);
    return config;
  } catch (error) {
    throw error instanceof AppError ? new Error(`${email}: ${error.message}`, { cause: error }) : error;
  } finally {
    await desk.close();
  }
}

interface Schema {
  safeParse(
    value: unknown,
  ): { success: true; data: string } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** The value as the API would accept it. Errors do not repeat the value, because it may be the password. */
function accepted(schema: Schema, name: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`${name} is missing; pulse admin --help tells more`);
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`${name}: ${result.error.issues[0]?.message ?? "not accepted"}`);
  return result.data;
}
