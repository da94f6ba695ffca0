/** The address of the sign-in page that leads back to `path` afterwards. */
export function signInPath(path: string): string {
  return path === "/" || path.startsWith("/signin") ? "/signin" : `/signin?redirect=${encodeURIComponent(path)}`;
}

/** Where a sign-in leads: the stored target if it is a path of ours, else `/`. */
export function redirectTarget(search: URLSearchParams): string {
  const target = search.get("redirect") ?? "/";
  // `//host` and `/\host` are other people's addresses.
  return /^\/(?![/\\])/.test(target) ? target : "/";
}
