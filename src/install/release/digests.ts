import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** SHA-256 by the name of the file. */
export type Digests = Readonly<Record<string, string>>

export async function digestsOf(dir: string, names: readonly string[]): Promise<Digests> {
  const each = names.map(async (name) => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(dir, name)), hash)
    return [name, hash.digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(each))
}

/** As `sha256sum --check` reads it. */
export const sumsOf = (digests: Digests): string =>
  Object.entries(digests)
    .map(([name, digest]) => `${digest}  ${name}\n`)
    .join('')
