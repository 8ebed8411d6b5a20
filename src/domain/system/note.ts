import type { Scope } from '../access/scope.ts'
import { refuse } from '../refusal.ts'

/** Who may read a note: the tenant's own people, its client too, or its debtor as well. */
export const visibilities = ['INTERNAL', 'CLIENT', 'DEBTOR'] as const
export type Visibility = (typeof visibilities)[number]

/** For whom somebody may write: always for themselves too. The first is meant where none is said. */
export function visibilitiesFor({
  clients,
  debtorId,
}: Scope): readonly [Visibility, ...Visibility[]] {
  if (debtorId !== null) return ['DEBTOR']
  return clients === 'one' ? ['CLIENT', 'DEBTOR'] : visibilities
}

/** A file of a note: seen, kept and deleted with it. Its bytes stand in the store of documents. */
export interface FileOfNote {
  id: string
  filename: string
  mimeType: string
  size: number
  sha256: string
  attachedBy: string
  attachedAt: string
}

const filesMax = 10

export function withFile(files: readonly FileOfNote[], file: FileOfNote): FileOfNote[] {
  if (files.length >= filesMax) refuse('NOTE_FILES_FULL')
  return [...files, file]
}
