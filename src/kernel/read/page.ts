import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { isSame, signed } from '../../ports/keys/signed.ts'

export const pageLimitDefault = 50
export const pageLimitMax = 500
export const countMax = 10_000

export interface PageOf<T> {
  data: T[]
  hasMore: boolean
  nextCursor: string | null
  count?: number | { atLeast: number } | undefined
}

/** Exact to a bound, beyond which it says only that there are as many. */
const Count = z.union([z.int(), z.object({ atLeast: z.int() })]).meta({ id: 'Count' })

const bare = <T extends z.ZodType>(view: T) =>
  z.object({
    data: z.array(view),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
    count: Count.optional(),
  })

const pages = new WeakMap<z.ZodType, z.ZodType>()

/** A page of what has a name has one too, the same wherever such a page is shown. */
export function pageOf<T extends z.ZodType>(view: T): ReturnType<typeof bare<T>> {
  const known = pages.get(view) as ReturnType<typeof bare<T>> | undefined
  if (known !== undefined) return known
  const id = z.globalRegistry.get(view)?.id
  const made = id === undefined ? bare(view) : bare(view).meta({ id: `${id}Page` })
  pages.set(view, made)
  return made
}

/** Where a page ended, bound to the list it came from: nobody can make one up or use it elsewhere. */
export function encodeCursor(values: readonly unknown[], list: string, key: Buffer): string {
  const text = JSON.stringify(values)
  return Buffer.from(`${sign(text, list, key)}${text}`).toString('base64url')
}

export function decodeCursor(cursor: string, list: string, key: Buffer): unknown[] {
  const plain = Buffer.from(cursor, 'base64url').toString()
  const text = plain.slice(signatureLength)
  if (!isSame(plain.slice(0, signatureLength), sign(text, list, key))) refuse('CURSOR_INVALID')
  return JSON.parse(text) as unknown[]
}

const signatureLength = 22

const sign = (text: string, list: string, key: Buffer) =>
  signed(key, [list, text]).slice(0, signatureLength)
