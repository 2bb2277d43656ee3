const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Whether an http address is on this machine. Text before an @ in it does not count. */
export function isLocal(address: string): boolean {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return false
  return NAMES.includes(new URL(address).hostname)
}
