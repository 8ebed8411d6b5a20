import type { PictureType } from '../../domain/distribution/file-kind.ts'
import type { Apart } from '../apart/apart.ts'
import { Overstepped } from '../apart/crew.ts'
import { Unreadable, type Streamed } from '../apart/kinds.ts'

/**
 * A picture as we encode it ourselves, given as it comes; `Unreadable` for what is none, or costs
 * too much to decode. It is whole in the process that decodes it, and nowhere else.
 */
export async function ownPicture<T>(
  apart: Apart,
  tenantId: string,
  bytes: Uint8Array | Streamed,
  type: PictureType,
  take: (own: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  let taken: { of: T } | undefined
  const into = async (own: AsyncIterable<Uint8Array>) => {
    taken = { of: await take(own) }
  }
  await decoded(apart.do('picture', tenantId, { value: { type }, parts: [bytes], into }))
  if (taken === undefined) throw new Unreadable('PICTURE_BROKEN', 'It breaks what decodes it')
  return taken.of
}

/** What documents draw of a logotype. */
export async function drawnLogotype(
  apart: Apart,
  tenantId: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const { parts } = await decoded(apart.do('logotype', tenantId, { value: null, parts: [bytes] }))
  return parts[0] as Uint8Array
}

/** Nothing but these bytes ended or broke the process: they are what is wrong. */
function decoded<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Overstepped)) throw error
    throw error.how === 'took too long'
      ? new Unreadable('PICTURE_TOO_COSTLY', 'It takes more time than is allowed')
      : new Unreadable('PICTURE_BROKEN', 'It breaks what decodes it, or takes too much memory')
  })
}
