import { join } from "node:path";
import { FolderInUse, type FolderLock, lockFolder } from "../platform/database/folderLock.ts";

/** No machine runs more processes of one installation. */
const maxProcesses = 64;

/**
 * Locks the data folder. Beside another process of the same installation, which has locked it, it is a folder of this
 * process's own within it: files and keys are shared, and the audit log's spool is not.
 * @param isShared whether several processes of an installation may use the data folder
 */
export function lockOwnFolder(dataDir: string, isShared: boolean): FolderLock & { folder: string } {
  for (let number = 0; ; number++) {
    const folder = number === 0 ? dataDir : join(dataDir, "processes", String(number));
    try {
      return { ...lockFolder(folder), folder };
    } catch (error) {
      if (!isShared || !(error instanceof FolderInUse) || number === maxProcesses) throw error;
    }
  }
}
