/** Where a user goes after signing in. */

/** Only a path of our own: the address is untrusted. */
export function safePath(next: string | null): string {
  return next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : '/'
}
