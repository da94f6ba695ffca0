import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mb = 1024 * 1024;
/** Of the disk that shows whether disks can be made. */
const triedMb = 16;
/** The whole machine's group of Linux, in which a device can be slowed down. */
const throttle = "/sys/fs/cgroup/blkio/blkio.throttle.write_iops_device";
/** FS_IOC_SHUTDOWN without a flush, as xfstests' `godown` does it: from now on nothing reaches the disk. */
const shutDown = "open(F, '<', $ARGV[0]) or die $!; $how = pack('L', 2); ioctl(F, 0x8004587D, $how) or die $!";
/** Who was killed may still be about to close its files. */
const untilUnmounted = 'for try in $(seq 100); do umount "$0" 2>/dev/null && exit 0; sleep 0.1; done; umount "$0"';
/** Space that is left alone when the disk is filled. */
const leftBytes = 4096;

/** A disk of its own: a file system in a file. */
export interface Disk {
  /** Where it is mounted. */
  folder: string;
  /** Takes all space that is left. */
  fill(): void;
  empty(): void;
  /** So many writes a second; null: as many as it can. */
  slow(writes: number | null): void;
  /** Whatever was not synced is lost, and nothing can be written any more. */
  cutPower(): void;
  /** Mounts it again after a cut, once nobody uses it. */
  powerOn(): void;
  remove(): void;
}

let isPossible: boolean | null = null;

/** Whether disks can be made here: as root on Linux, with loop devices that may be mounted, which many containers forbid. */
export function hasDisks(): boolean {
  return (isPossible ??= canMakeDisks());
}

function canMakeDisks(): boolean {
  if (process.getuid?.() !== 0 || spawnSync("losetup", ["-f"]).status !== 0) return false;
  const parent = mkdtempSync(join(tmpdir(), "pulse-disk-"));
  try {
    const tried = disk(parent, "tried", triedMb);
    try {
      tried.cutPower();
      tried.powerOn();
    } finally {
      tried.remove();
    }
    return true;
  } catch {
    return false;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Whether a disk can be slowed down here. */
export const hasSlowDisks = (): boolean => hasDisks() && existsSync(throttle);

/** @param parent where its file and its mount point are */
export function disk(parent: string, name: string, sizeMb: number): Disk {
  const image = join(parent, `${name}.img`);
  const folder = join(parent, name);
  closeSync(openSync(image, "w"));
  truncateSync(image, sizeMb * mb);
  run("mkfs.ext4", "-q", "-m", "0", "-E", "lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0", image);
  mkdirSync(folder);
  let device = "";
  const mount = (): void => {
    device = run("losetup", "-f", "--show", image).trim();
    // A commit a minute: what was written and not synced stays in memory until then.
    const mounted = spawnSync("mount", ["-t", "ext4", "-o", "commit=60", device, folder]);
    if (mounted.status === 0) return;
    run("losetup", "-d", device);
    throw new Error(`no disk can be mounted here: ${String(mounted.stderr)}`);
  };
  const unmount = (): void => {
    run("sh", "-c", untilUnmounted, folder);
    run("losetup", "-d", device);
  };
  mount();
  const filler = join(folder, "filler");
  const slow = (writes: number | null): void => {
    const { rdev } = statSync(device);
    // glibc's major and minor numbers, of which loop devices use one byte each.
    writeFileSync(throttle, `${(rdev >> 8) & 0xff}:${rdev & 0xff} ${writes ?? 0}`);
  };
  return {
    folder,
    fill: () => {
      const file = openSync(filler, "w");
      for (const size of [mb, leftBytes]) {
        const block = Buffer.alloc(size, 1);
        try {
          for (;;) writeSync(file, block);
        } catch {
          // It is full for blocks of this size.
        }
      }
      closeSync(file);
    },
    empty: () => rmSync(filler, { force: true }),
    slow,
    cutPower: () => void run("perl", "-e", shutDown, folder),
    powerOn: () => {
      unmount();
      mount();
    },
    remove: () => {
      spawnSync("umount", ["-l", folder]);
      spawnSync("losetup", ["-d", device]);
      rmSync(image, { force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(program: string, ...parameters: string[]): string {
  return execFileSync(program, parameters, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
