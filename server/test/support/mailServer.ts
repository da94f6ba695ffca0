import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, chownSync, constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../scripts/freePort.mjs";
import { temporaryFolder } from "./database.ts";

const program = "/usr/sbin/exim4";

/** Whether Debian's mail server is installed (`apt-get install exim4-daemon-light`). */
export const hasMailServer = ((): boolean => {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
})();

/** A mail as it was delivered. */
export interface Delivered {
  /** The Message-ID up to the host. */
  id: string;
  text: string;
}

/** Debian's Exim on a port of its own, which delivers mails for @pulse.test into one folder. */
export async function mailServer() {
  const folder = temporaryFolder();
  const port = await freePort();
  const [mails, refused] = [join(folder, "mail"), join(folder, "refused")];
  const owner = ownerOf();
  for (const path of ["spool", "log", "mail"].map((name) => join(folder, name))) mkdirSync(path, { recursive: true });
  writeFileSync(refused, "");
  writeFileSync(join(folder, "exim.conf"), configuration(folder, port));
  if (owner)
    for (const path of [folder, refused, ...["exim.conf", "spool", "log", "mail"].map((name) => join(folder, name))])
      chownSync(path, owner.uid, owner.gid);

  let server: ChildProcess | null = null;
  return {
    url: `smtp://127.0.0.1:${port}`,

    /** Resolves when it accepts mails. */
    start: async (): Promise<void> => {
      const args = ["-C", join(folder, "exim.conf"), "-bdf"];
      server = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], cwd: "/", ...owner });
      while (!(await answers(port))) {
        if (server.exitCode !== null) throw new Error(`Exim ended with ${server.exitCode}`);
        await pause(20);
      }
    },

    stop: async (): Promise<void> => {
      if (server === null || server.exitCode !== null) return;
      const exit = once(server, "exit");
      server.kill("SIGTERM");
      await exit;
    },

    /** From now on it has no mailbox of this name. */
    refuse: (address: string): void => writeFileSync(refused, `${address.split("@")[0]!}\n`),

    delivered: (): Delivered[] => {
      const box = join(mails, "new");
      const names = ((): string[] => {
        try {
          return readdirSync(box);
        } catch {
          // The first delivery makes it.
          return [];
        }
      })();
      return names.map((name) => {
        const text = readFileSync(join(box, name), "utf8");
        return { id: /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? "", text };
      });
    },
  };
}

/** Exim delivers nothing as root, and gives up its rights if its settings do not belong to root. */
function ownerOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "Debian-exim"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "data");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function configuration(folder: string, port: number): string {
  return `
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/spool/pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
primary_hostname = mail.pulse.test
acl_smtp_rcpt = rcpt
deliver_drop_privilege
keep_environment =
tls_advertise_hosts =
host_lookup =
begin acl
rcpt:
  deny local_parts = lsearch;${folder}/refused
       message = no such mailbox
  accept domains = pulse.test
begin routers
all:
  driver = accept
  transport = folder
begin transports
folder:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  create_directory
`;
}
