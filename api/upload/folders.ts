import { PRIVATE_FOLDER } from '../../storage/storage.ts'

/** A platform's own folders: what it may name in its requests. The papers of people are private, the rest is public. */
export const publicFolder = (platformId: string) => `uploads/${platformId}`
export const paperFolder = (platformId: string) => `${PRIVATE_FOLDER}/${platformId}`

/** Where a platform's papers of one purpose are; keys are written in small letters. */
export const folderOf = (platformId: string, purpose: string) => `${paperFolder(platformId)}/${purpose.toLowerCase()}`
