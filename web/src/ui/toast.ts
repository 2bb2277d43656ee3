/** Every message of the console about what has just been done, or was not. */
import { type ReactNode, useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading'

interface ToastOptions {
  /** Of the message that it follows. */
  id?: string
  description?: ReactNode
  /** The description's, where it is more than words: messages that say the same are one. */
  words?: string
  action?: { label: string; onClick: () => void }
}

export interface Toast extends ToastOptions {
  id: string
  kind: ToastKind
  title: string
  /** Another one each time that it is said anew; an update of what is under way keeps it. */
  telling: number
}

let toasts: readonly Toast[] = []
let tellings = 0
/** How many times all messages were dismissed, as when a session ended. */
let clearings = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** The same for the same words; but what is under way may be so twice. */
function idOf(kind: ToastKind, title: string, telling: number, { description, words }: ToastOptions): string {
  const said = words ?? (typeof description === 'string' ? description : '')
  return [kind, title, kind === 'loading' ? telling : said].join(': ')
}

/** @returns its id; none where it is told no more. */
const tell =
  (kind: ToastKind, isOver: () => boolean) =>
  (title: string, options: ToastOptions = {}): string => {
    if (isOver()) return ''
    const followed = toasts.find(({ id }) => id === options.id)
    const telling = followed?.telling ?? ++tellings
    const id = options.id ?? idOf(kind, title, telling, options)
    const told = { ...options, id, kind, title, telling }
    show(
      followed
        ? toasts.map((one) => (one === followed ? told : one))
        : [...toasts.filter((one) => one.id !== id), told],
    )
    return id
  }

const tellers = (isOver: () => boolean) => ({
  success: tell('success', isOver),
  info: tell('info', isOver),
  warning: tell('warning', isOver),
  error: tell('error', isOver),
  /** Until another with its id says how it ended. */
  loading: tell('loading', isOver),
})

export const toast = {
  ...tellers(() => false),
  /** Of what goes on for a while: once the session of now has ended, nothing is told of it any more. */
  ofSession: () => {
    const before = clearings
    return tellers(() => clearings !== before)
  },
  dismiss: (id: string): void => show(toasts.filter((one) => one.id !== id)),
  /** What was told to one user is not for the next. */
  dismissAll: (): void => {
    clearings += 1
    show([])
  },
}

/** Only a success goes by itself, unless it offers something to do. */
export const goesByItself = ({ kind, action }: Toast): boolean => kind === 'success' && !action

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
