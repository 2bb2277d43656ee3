/** The languages that pages speak. */
export const LANGUAGES = ['pt-BR', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Of whom it is not known what they read: sellers and buyers are Brazilian. */
export const DEFAULT_LANGUAGE: Language = 'pt-BR'
