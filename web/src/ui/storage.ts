/** What the browser keeps for a page. Where storage is forbidden or full, the page itself keeps it, for as long as it is open. */
export interface Kept {
  get(name: string): string | undefined
  set(name: string, value: string): void
  remove(name: string): void
  /** Whether it is still there once the page is closed. */
  outlivesPage(name: string): boolean
}

/** Until the tab is closed. */
export const inTab = keptBy(() => sessionStorage)

/** For all tabs, until it is removed. */
export const onDevice = keptBy(() => localStorage)

function keptBy(storage: () => Storage): Kept {
  const here = new Map<string, string>()
  return {
    get: (name) => here.get(name) ?? ifAllowed(() => storage().getItem(name)) ?? undefined,
    set(name, value) {
      here.set(name, value)
      ifAllowed(() => {
        storage().setItem(name, value)
        here.delete(name)
      })
    },
    remove(name) {
      here.delete(name)
      ifAllowed(() => storage().removeItem(name))
    },
    outlivesPage: (name) => !here.has(name),
  }
}

function ifAllowed<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
