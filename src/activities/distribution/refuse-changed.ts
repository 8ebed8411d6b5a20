import { createHash } from 'node:crypto'
import { refuse } from '../../domain/refusal.ts'

export const sha256Of = (what: Uint8Array | string) =>
  createHash('sha256').update(what).digest('hex')

/** What somebody changed in the store is given to nobody. */
export function refuseChanged(bytes: Uint8Array, { sha256 }: { sha256: string }): void {
  if (sha256Of(bytes) !== sha256) refuse('DOCUMENT_FILE_DIFFERS')
}
