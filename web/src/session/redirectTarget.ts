/** The address of the sign-in page that leads back to `path` afterwards. */
export function signInPath(path: string): string {
  return path.startsWith("/signin") ? "/signin" : pathWithTarget("/signin", path);
}

/** The address of a screen on the way that leads on to `target` afterwards. */
export function pathWithTarget(path: string, target: string): string {
  return target === "/" ? path : `${path}?redirect=${encodeURIComponent(target)}`;
}

/** Where a sign-in leads: the stored target if it is a path of ours, else `/`. */
export function redirectTarget(search: URLSearchParams): string {
  const target = search.get("redirect") ?? "/";
  // `//host` and `/\host` are other people's addresses.
  return /^\/(?![/\\])/.test(target) ? target : "/";
}
