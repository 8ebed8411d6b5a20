import type { z } from 'zod'
import { visibilitiesFor } from '../../domain/system/note.ts'
import { refuse } from '../../domain/refusal.ts'
import { Note } from '../../entities/note.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { targetOf } from './target-of.ts'

export const createNoteInput = bodyOf(Note, [
  'text',
  'visibility',
  'targetType',
  'targetId',
]).partial({ visibility: true })

/** A note on something, for those who may read it. */
export async function createNote(
  unit: Unit,
  { targetType, targetId: on, text, visibility }: z.output<typeof createNoteInput>,
): Promise<Note> {
  const target = await targetOf(unit, targetType, on, '/targetId')
  refuseHidden(unit, visibility)
  return unit.add(Note, {
    ...target,
    text,
    visibility: visibility ?? visibilitiesFor(unit.scope)[0],
    createdBy: unit.principal.id,
    files: [],
  })
}

/** A caller cannot write a note that they could not read. */
export function refuseHidden(unit: Unit, visibility: Note['visibility'] | undefined): void {
  const allowed = visibilitiesFor(unit.scope)
  if (visibility === undefined || allowed.includes(visibility)) return
  refuse('VALIDATION_FAILED', {
    errors: [{ pointer: '/visibility', code: 'INVALID', message: `One of ${allowed.join(', ')}` }],
  })
}
