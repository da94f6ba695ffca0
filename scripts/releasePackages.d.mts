interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
export function packagePaths(files: string[]): string[];
export function webPackagePaths(
  folder: string,
  manifest: { dependencies: Record<string, string> },
  lock: Record<string, LockedPackage>,
): string[];
export function installedClosure(
  lock: Record<string, LockedPackage>,
  names: string[],
): { required: string[]; optional: string[] };
