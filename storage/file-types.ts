/** The only kinds of file that we take: none of them can run in a browser. */
export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
export type FileType = (typeof FILE_TYPES)[number]
/** What we keep besides: parts of exported lists, which only we write. */
export type KeptType = FileType | 'text/csv'

const EXTENSIONS = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'text/csv': 'csv',
} as const satisfies Record<KeptType, string>

const KEPT_TYPES = Object.keys(EXTENSIONS) as KeptType[]
const KEY = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)+\.(pdf|png|jpg|webp|csv)$/
const LONGEST_NAME = 60

/**
 * The name under which a file is kept: lower-case letters, digits and dashes only, whatever its own name is, and the
 * extension of its type.
 * @param unguessable at least 128 random bits: the address is all that keeps the file from strangers.
 */
export function fileKey(folder: string, unguessable: string, file: { name: string; contentType: KeptType }): string {
  const name = safeName(file.name.replace(/\.[^.]*$/, '')) || 'file'
  return `${folder.split('/').map(safeName).join('/')}/${unguessable}/${name}.${EXTENSIONS[file.contentType]}`
}

function safeName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '')
}

/** Whether a text is a key that `fileKey` can have made: nothing else reaches a disk or a bucket. */
export const isFileKey = (text: string): boolean => text.length <= 500 && KEY.test(text)

/** The type of a file, by its key. */
export function fileTypeOf(key: string): KeptType | undefined {
  return KEPT_TYPES.find((type) => key.endsWith(`.${EXTENSIONS[type]}`))
}
