/** Whether a single key does something: `/` leads to the page's search, `n` to a new charge. What is said to a computer presses them by accident. */
import { chosen } from './chosen.ts'

export const SINGLE_KEYS = ['on', 'off'] as const

export const useSingleKeys = chosen('keys', SINGLE_KEYS)
