import { z } from 'zod'
import { isBound } from '../domain/access/scope.ts'
import { visibilities, visibilitiesFor } from '../domain/system/note.ts'
import { targetTypes } from '../domain/system/target.ts'
import { refuse } from '../domain/refusal.ts'
import { Note } from '../entities/note.ts'
import type { BehaviourOfRow, Behaviour } from '../kernel/http/operation.ts'
import { collection } from '../kernel/read/collection.ts'
import { change, id } from '../kernel/read/fields.ts'
import { viewOf } from '../kernel/read/view.ts'
import { exact, instants } from '../kernel/read/filter.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { targetOf, typeOf, type Owner } from './owners.ts'

const text = z.string().trim().min(1).max(4000).meta({ example: 'Promised to pay on Friday.' })
const targetId = z.string().min(1).max(60).meta({ example: 'I01K9ZV3Q7M2T8W4X6Y0A1B2C3D' })

const noteView = viewOf(
  Note,
  ['id', 'targetId', 'clientId', 'text', 'visibility', 'createdBy', 'versioned'],
  { more: { targetType: z.enum(targetTypes) }, show: ({ targetType }) => ({ targetType }) },
)
type NoteView = z.output<typeof noteView.schema>

const facts = {
  noun: ['note', 'notes'],
  shows: noteView,
  filters: {
    visibility: exact(z.enum(visibilities)),
    createdBy: exact(),
    createdAt: instants(),
  },
  sort: ['-createdAt'],
} as const

/** Nobody writes what they could not read themselves. */
function refuseHidden(unit: Unit, visibility: Note['visibility'] | undefined): void {
  const allowed = visibilitiesFor(unit.scope)
  if (visibility === undefined || allowed.includes(visibility)) return
  refuse('VALIDATION_FAILED', {
    errors: [{ pointer: '/visibility', code: 'INVALID', message: `One of ${allowed.join(', ')}` }],
  })
}

/** What the tenant, or another of their own people, has said stays as they said it. */
function refuseOthers({ scope, principal }: Unit, { createdBy }: Note): void {
  if (isBound(scope) && createdBy !== principal.id) refuse('NOTE_OF_OTHERS')
}

/** One that the caller may rewrite or delete, on what they still see. */
async function changeable(unit: Unit, id: string): Promise<Note> {
  const note = await unit.load(Note, id)
  await targetOf(unit, note.targetType, note.targetId)
  refuseOthers(unit, note)
  return note
}

const written = z.strictObject({ text, visibility: z.enum(visibilities).optional() })
const rewritten = written.partial()
const named = written.extend({ targetType: z.enum(targetTypes), targetId })

/** Notes on whatever carries them: written here, read there too. */
export const notes = {
  ...collection(Note, {
    ...facts,
    filters: {
      ...facts.filters,
      targetType: exact(z.enum(targetTypes)),
      targetId: exact(),
      clientId: exact(id('Client')),
    },
  }),

  create: {
    summary: 'Write a note on something, for those who may read it',
    body: named,
    shows: noteView,
    refuses: ['NOT_FOUND'],
    handle: async ({ unit, body: { targetType, targetId: on, text: said, visibility } }) => {
      const target = await targetOf(unit, targetType, on, '/targetId')
      refuseHidden(unit, visibility)
      return unit.add(Note, {
        ...target,
        text: said,
        visibility: visibility ?? visibilitiesFor(unit.scope)[0],
        createdBy: unit.principal.id,
      })
    },
  } satisfies BehaviourOfRow<never, z.output<typeof named>, undefined, Note, NoteView>,

  update: {
    summary: 'Rewrite a note, or change who may read it',
    body: rewritten,
    shows: noteView,
    refuses: ['NOTE_OF_OTHERS'],
    handle: async ({ unit, params, body }) => {
      const note = await changeable(unit, params.id)
      refuseHidden(unit, body.visibility)
      return change(note, body)
    },
  } satisfies BehaviourOfRow<'id', z.output<typeof rewritten>, undefined, Note, NoteView>,

  delete: {
    names: { entity: Note },
    summary: 'Delete a note',
    refuses: ['NOTE_OF_OTHERS'],
    handle: async ({ unit, params }) => unit.remove(await changeable(unit, params.id)),
  } satisfies Behaviour<'id', undefined, undefined, void>,
}

/** Those on invoices that their clients may read. */
export const notesForClients = collection(Note, {
  ...facts,
  filters: {
    targetId: exact(),
    clientId: exact(id('Client')),
    visibility: exact(z.enum(['CLIENT', 'DEBTOR'])),
    createdBy: exact(),
    createdAt: instants(),
  },
  only: { targetType: 'INVOICE' },
  aside: { field: 'visibility', value: 'INTERNAL', askedBy: [] },
})

/** The notes on one owner. */
export function notesOf<const P extends string>(owner: Owner, param: P) {
  const own = collection(Note, { ...facts, only: { targetType: typeOf(owner) } })
  return {
    list: { ...own.owned(owner, 'targetId', param), summary: 'List the notes on one of them' },
    search: {
      ...own.searchOwned(owner, 'targetId', param),
      summary: 'Search the notes on one of them',
    },
  }
}
