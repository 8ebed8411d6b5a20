import { notFound, refuse } from '../../domain/refusal.ts'
import { withFile, type FileOfNote } from '../../domain/system/note.ts'
import type { Note } from '../../entities/note.ts'
import { newId } from '../../kernel/write/ids.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { checkedFile, keepBytes } from './add-file.ts'
import { keptBytes } from './kept-bytes.ts'
import { sha256Of } from './refuse-changed.ts'
import type { SentFile } from './sent-file.ts'

const keyOf = ({ tenantId }: Unit, id: string) => sha256Of(`${tenantId}/${id}`)

/** Keeps a file with a note; its bytes are in the store before the note is committed. */
export async function attachToNote(unit: Unit, note: Note, sent: SentFile): Promise<Note> {
  const file = checkedFile(sent)
  const id = newId('NoteFile')
  const attached = { attachedBy: unit.principal.id, attachedAt: unit.now.toISOString() }
  note.files = withFile(note.files, { id, ...file, ...attached })
  await unit.flush()
  await keepBytes(unit, keyOf(unit, id), sent)
  return note
}

/** A file of the note, as it is handed out. */
export async function fileOfNote(unit: Unit, note: Note, id: string) {
  const file = named(note, id)
  const key = keyOf(unit, id)
  const bytes = async (outside: Runtime) =>
    (await keptBytes(outside, key, file)) ?? refuse('DOCUMENT_WITHOUT_FILE')
  return { filename: file.filename, mimeType: file.mimeType, bytes }
}

/** Takes a file off the note, with its bytes. */
export async function removeFromNote(unit: Unit, read: Reading, id: string): Promise<void> {
  const note = await withoutBytes(unit, read, (present) => [named(present, id)])
  note.files = note.files.filter((file) => file.id !== id)
}

/** Deletes the note, and the bytes of its files. */
export async function deleteNote(unit: Unit, read: Reading): Promise<void> {
  unit.remove(await withoutBytes(unit, read, ({ files }) => files))
}

/** The note, or the refusal of who may not change it. */
type Reading = () => Promise<Note>

function named({ files }: Note, id: string): FileOfNote {
  return files.find((file) => file.id === id) ?? notFound()
}

/** The bytes go first, without a connection: what fails after that leaves a row to delete again. */
async function withoutBytes(
  unit: Unit,
  read: Reading,
  filesOf: (note: Note) => readonly FileOfNote[],
): Promise<Note> {
  const gone = new Set<string>()
  while (true) {
    const note = await read()
    const left = filesOf(note).filter(({ id }) => !gone.has(id))
    if (left.length === 0) return note
    for (const { id } of left) {
      await unit.apart(({ documents }) => documents.delete(keyOf(unit, id)))
      gone.add(id)
    }
  }
}
