import type { PictureType } from '../../domain/distribution/file-kind.ts'
import type { Apart } from '../apart/apart.ts'
import { Overstepped } from '../apart/crew.ts'
import { Unreadable } from '../apart/kinds.ts'

/** A picture as we encode it ourselves; `Unreadable` for what is none, or costs too much to decode. */
export async function ownPicture(
  apart: Apart,
  tenantId: string,
  bytes: Uint8Array,
  type: PictureType,
): Promise<Uint8Array> {
  const { parts } = await decoded(
    apart.do('picture', tenantId, { value: { type }, parts: [bytes] }),
  )
  return parts[0] as Uint8Array
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
