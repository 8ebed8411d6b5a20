export const feedKinds = ['FOLDER', 'SFTP'] as const

/** A file where a bank leaves it. */
export interface Seen {
  name: string
  size: number
  modifiedMs: number
}

/** For as long a file is left alone after it was last written to. */
export const quietMs = 30_000

const unfinished = /\.(?:part|partial|filepart|tmp|temp|crdownload|lock|writing)$/i
const nameMax = 150

/** Whether it has the name of a file that somebody has finished; hidden ones are no one's. */
export function isForUs(name: string): boolean {
  if (name === '' || name.length > nameMax || name.startsWith('.')) return false
  return !/[/\\\p{Cc}\p{Cf}]/u.test(name) && name.isWellFormed() && !unfinished.test(name)
}

/** A clock that is ahead of ours says nothing, so that such a file is looked at twice. */
export const isQuiet = ({ modifiedMs }: Seen, nowMs: number): boolean =>
  modifiedMs <= nowMs - quietMs

export const isSame = (a: Seen, b: Seen | undefined): boolean =>
  b !== undefined && a.name === b.name && a.size === b.size && a.modifiedMs === b.modifiedMs

/** The earliest first, as the bank has made them. */
export const byAge = (a: Seen, b: Seen): number =>
  a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1)
