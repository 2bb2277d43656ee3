/** How much room a list's rows take; `compact:` styles what is tight. */
import { chosen } from './chosen.ts'

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

export const useDensity = chosen('density', DENSITIES)
