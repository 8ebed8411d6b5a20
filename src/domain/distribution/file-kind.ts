/**
 * What may be kept as a document: what people send each other about invoices, and nothing that
 * runs.
 */
export const fileTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'application/xml',
  'text/csv',
  'text/plain',
] as const
export type FileType = (typeof fileTypes)[number]

export const fileBytesMax = 25 * 1024 * 1024

/** Of a file that is taken as it comes, unless an operator says otherwise. */
export const streamedBytesMax = 1024 * 1024 * 1024

export const pictureTypes = ['image/png', 'image/jpeg'] as const
export type PictureType = (typeof pictureTypes)[number]

export const isPicture = (type: FileType | undefined): type is PictureType =>
  pictureTypes.some((picture) => picture === type)

const beginnings: readonly (readonly [FileType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

/** How a file begins, and what is true of all of it. */
export interface FileSeen {
  begun: Uint8Array
  isText: boolean
}

/** Whether the bytes are what they are said to be: by how they begin, or by being text at all. */
export function isOfType(type: FileType, file: Uint8Array | FileSeen): boolean {
  const bytes = file instanceof Uint8Array ? file : file.begun
  const begun = beginnings.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0]
  if (begun !== undefined || beginnings.some(([known]) => known === type)) return begun === type
  const areText = file instanceof Uint8Array ? isText(file) : file.isText
  return areText && (type !== 'application/xml' || beginsWithTag(bytes))
}

/**
 * The kind of a file by its bytes, if it may be stored; the kind of a text by the ending of its
 * name.
 */
export function typeOfFile(file: Uint8Array | FileSeen, filename: string): FileType | undefined {
  const fitting = fileTypes.filter((type) => isOfType(type, file))
  return fitting.find((type) => hasEnding(filename, type)) ?? fitting[0]
}

/** No byte that text has no use for: tabs and ends of lines aside. */
export function isText(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false
  }
  return true
}

function beginsWithTag(bytes: Uint8Array): boolean {
  const isMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = bytes.subarray(isMark ? 3 : 0)
  return text[text.findIndex((byte) => byte > 0x20)] === 0x3c
}

const endings: Readonly<Record<FileType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'application/xml': ['xml'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
}

function hasEnding(filename: string, type: FileType): boolean {
  const ending = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase()
  return ending !== undefined && endings[type].includes(ending)
}

/** The name with the ending of what it is, so that nothing is opened as something else. */
export function withEnding(filename: string, type: FileType): string {
  return hasEnding(filename, type) ? filename : `${filename}.${endings[type][0]}`
}
