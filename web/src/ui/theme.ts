/** Light, dark, or as the system has it. */
import { chosen } from './chosen.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const useTheme = chosen('theme', THEMES)
