import { z } from 'zod'
import {
  attachToNote,
  deleteNote,
  fileOfNote,
  removeFromNote,
} from '../activities/distribution/note-files.ts'
import { sentFile, type SentFile } from '../activities/distribution/sent-file.ts'
import { createNote, createNoteInput, refuseHidden } from '../activities/system/create-note.ts'
import { refuseUnseen } from '../activities/system/target-of.ts'
import { isBound } from '../domain/access/scope.ts'
import { fileTypes } from '../domain/distribution/file-kind.ts'
import { visibilities } from '../domain/system/note.ts'
import { notedTypes } from '../domain/system/target.ts'
import { refuse } from '../domain/refusal.ts'
import { exampleId } from '../entities/ids.ts'
import { Note } from '../entities/note.ts'
import type { FileGiven } from '../kernel/http/file.ts'
import type { BehaviourOfRow, Behaviour } from '../kernel/http/operation.ts'
import { bodyOf } from '../kernel/read/body.ts'
import { collection } from '../kernel/read/collection.ts'
import { change, id, instant } from '../kernel/read/fields.ts'
import { viewOf } from '../kernel/read/view.ts'
import { exact, instants } from '../kernel/read/filter.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { beneath, exampleSortOf, tableOfOwner, typeOf, underOwner, type Noted } from './owners.ts'

const FileView = z
  .object({
    id: id('NoteFile'),
    filename: z.string().meta({ example: 'receipt.pdf' }),
    mimeType: z.string().meta({ example: 'application/pdf' }),
    size: z.int(),
    sha256: z.string().meta({ example: 'a'.repeat(64) }),
    attachedBy: z.string(),
    attachedAt: instant,
  })
  .meta({ id: 'FileOfNote' })

const noteView = viewOf(
  Note,
  ['id', 'targetType', 'targetId', 'clientId', 'text', 'visibility', 'createdBy', 'versioned'],
  { more: { files: z.array(FileView) }, show: ({ files }) => ({ files }) },
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

/** A caller bound to a client changes only their own notes. */
function refuseOthers({ scope, principal }: Unit, { createdBy }: Note): void {
  if (isBound(scope) && createdBy !== principal.id) refuse('NOTE_OF_OTHERS')
}

/** A note that the caller may change or delete, on an owner that they still see. */
async function changeable(unit: Unit, id: string): Promise<Note> {
  const note = await noteNamed(unit, id)
  refuseOthers(unit, note)
  return note
}

const rewritten = bodyOf(Note, ['text', 'visibility']).partial()

/** Notes on any owner. They are written here, and read under the owner's path too. */
export const notes = {
  ...collection(Note, {
    ...facts,
    filters: {
      ...facts.filters,
      targetType: exact(z.enum(notedTypes)),
      targetId: exact(),
      clientId: exact(id('Client')),
    },
  }),

  create: {
    summary: 'Write a note on something, for those who may read it',
    body: createNoteInput,
    shows: noteView,
    refuses: ['NOT_FOUND'],
    handle: ({ unit, body }) => createNote(unit, body),
  } satisfies BehaviourOfRow<never, z.output<typeof createNoteInput>, undefined, Note, NoteView>,

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
    summary: 'Delete a note, with its files',
    refuses: ['NOTE_OF_OTHERS'],
    handle: async ({ unit, params }) => deleteNote(unit, () => changeable(unit, params.id)),
  } satisfies Behaviour<'id', undefined, undefined, void>,

  attachFile: {
    summary: 'Attach a file to a note, for those who may read it',
    body: sentFile,
    shows: noteView,
    takesFile: true,
    refuses: ['NOTE_OF_OTHERS', 'NOTE_FILES_FULL'],
    handle: async ({ unit, params, body }) =>
      attachToNote(unit, await changeable(unit, params.noteId), body),
  } satisfies BehaviourOfRow<'noteId', SentFile, undefined, Note, NoteView>,

  readFile: {
    summary: 'Read a file of a note',
    inPath: { id: exampleId('NoteFile') },
    file: fileTypes,
    refuses: ['DOCUMENT_WITHOUT_FILE', 'DOCUMENT_FILE_DIFFERS'],
    handle: async ({ unit, params }) =>
      fileOfNote(unit, await noteNamed(unit, params.noteId), params.id),
  } satisfies Behaviour<'noteId' | 'id', undefined, undefined, FileGiven>,

  removeFile: {
    summary: 'Take a file off a note',
    inPath: { id: exampleId('NoteFile') },
    refuses: ['NOTE_OF_OTHERS'],
    handle: async ({ unit, params }) =>
      removeFromNote(unit, () => changeable(unit, params.noteId), params.id),
  } satisfies Behaviour<'noteId' | 'id', undefined, undefined, void>,
}

/** The note, if the caller also sees its owner. */
async function noteNamed(unit: Unit, noteId: string): Promise<Note> {
  const note = await unit.load(Note, noteId)
  await refuseUnseen(unit, note.targetType, note.targetId)
  return note
}

/** Notes on invoices that the client may read. */
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
export function notesOf<const P extends string>(owner: Noted, param: P) {
  const own = collection(Note, { ...facts, only: { targetType: typeOf(owner) } })
  return {
    list: {
      ...beneath(owner, own.owned(tableOfOwner(owner), 'targetId', param)),
      summary: 'List the notes on one of them',
    },
    search: {
      ...beneath(owner, own.searchOwned(tableOfOwner(owner), 'targetId', param)),
      summary: 'Search the notes on one of them',
    },
  }
}

type OfOwner<P extends string> = P | 'noteId'

/** One note under the path of its owner: what is on another is not found there. */
export function noteOf<const P extends string>(owner: Noted, param: P) {
  const inPath = { noteId: exampleId('Note', exampleSortOf(owner)) }
  const named = async (unit: Unit, params: Record<OfOwner<P>, string>) =>
    unit.load(Note, {
      id: params.noteId,
      ...(await underOwner(unit, owner, params[param])),
    })
  const own = async (unit: Unit, params: Record<OfOwner<P>, string>) => {
    const note = await named(unit, params)
    refuseOthers(unit, note)
    return note
  }
  return {
    read: {
      summary: 'Read a note on one of them',
      inPath,
      shows: noteView,
      handle: ({ unit, params }) => named(unit, params),
    } satisfies BehaviourOfRow<OfOwner<P>, undefined, undefined, Note, NoteView>,

    update: {
      summary: 'Rewrite a note on one of them, or change who may read it',
      inPath,
      body: rewritten,
      shows: noteView,
      refuses: ['NOTE_OF_OTHERS'],
      handle: async ({ unit, params, body }) => {
        const note = await own(unit, params)
        refuseHidden(unit, body.visibility)
        return change(note, body)
      },
    } satisfies BehaviourOfRow<OfOwner<P>, z.output<typeof rewritten>, undefined, Note, NoteView>,

    delete: {
      names: { entity: Note },
      inPath,
      summary: 'Delete a note on one of them, with its files',
      refuses: ['NOTE_OF_OTHERS'],
      handle: async ({ unit, params }) => deleteNote(unit, () => own(unit, params)),
    } satisfies Behaviour<OfOwner<P>, undefined, undefined, void>,

    attachFile: {
      ...notes.attachFile,
      inPath,
      handle: async ({ unit, params, body }) => attachToNote(unit, await own(unit, params), body),
    } satisfies BehaviourOfRow<OfOwner<P>, SentFile, undefined, Note, NoteView>,
  }
}
