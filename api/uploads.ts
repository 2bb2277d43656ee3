/** A platform's own folder: what it may name in its requests. */
export const uploadFolder = (platformId: string) => `uploads/${platformId}`
