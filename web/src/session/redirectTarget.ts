/** The address of the sign-in page that leads back to `path` afterwards. */
export function signInPath(path: string): string {
  return path.startsWith("/signin") ? "/signin" : pathWithTarget("/signin", path);
}

/** The address of an account screen that leads on to `target` afterwards. */
export function pathWithTarget(path: string, target: string): string {
  return target === "/" ? path : `${path}?redirect=${encodeURIComponent(target)}`;
}

/** Where a sign-in leads: the stored target if it is a path of ours, else `/`. */
export function redirectTarget(search: URLSearchParams): string {
  const target = search.get("redirect") ?? "/";
  // `//host` and `/\host` lead to other sites.
  return /^\/(?![/\\])/.test(target) ? target : "/";
}
