import { PRIVATE_FOLDER } from '../../storage/storage.ts'

/** A platform's own folders: what it may name in its requests. The papers of people are private, the rest is public. */
export const publicFolder = (platformId: string) => `uploads/${platformId}`
export const paperFolder = (platformId: string) => `${PRIVATE_FOLDER}/${platformId}`
