import { notFound, refuse } from '../../domain/refusal.ts'
import { withFile, type FileOfNote } from '../../domain/system/note.ts'
import type { Note } from '../../entities/note.ts'
import { newId } from '../../kernel/write/ids.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { checkedFile, keepBytes } from './add-file.ts'
import { refuseChanged, sha256Of } from './refuse-changed.ts'
import type { SentFile } from './sent-file.ts'

const keyOf = ({ tenantId }: Unit, id: string) => sha256Of(`${tenantId}/${id}`)

/** Keeps a file with a note; its bytes are in the store before the note is committed. */
export async function attachToNote(unit: Unit, note: Note, sent: SentFile): Promise<Note> {
  const { bytes, ...file } = checkedFile(sent)
  const id = newId('NoteFile')
  const attached = { attachedBy: unit.principal.id, attachedAt: unit.now.toISOString() }
  note.files = withFile(note.files, { id, ...file, ...attached })
  await unit.flush()
  await keepBytes(unit, keyOf(unit, id), sent, bytes)
  return note
}

/** A file of the note, as it is handed out. */
export async function fileOfNote(unit: Unit, note: Note, id: string) {
  const file = named(note, id)
  const key = keyOf(unit, id)
  // Fetched when no connection is held any more.
  const bytes = async () => {
    const found = await unit.runtime.documents.get(key)
    if (found === undefined) return refuse('DOCUMENT_WITHOUT_FILE')
    refuseChanged(found, file)
    return found
  }
  return { filename: file.filename, mimeType: file.mimeType, bytes }
}

/** Takes a file off the note, with its bytes. */
export async function removeFromNote(unit: Unit, note: Note, id: string): Promise<void> {
  named(note, id)
  note.files = note.files.filter((file) => file.id !== id)
  await deleteBytes(unit, [id])
}

/** Deletes the note, and the bytes of its files. */
export async function deleteNote(unit: Unit, note: Note): Promise<void> {
  const ids = note.files.map(({ id }) => id)
  unit.remove(note)
  await deleteBytes(unit, ids)
}

function named({ files }: Note, id: string): FileOfNote {
  return files.find((file) => file.id === id) ?? notFound()
}

/** What might still refuse has done so by then; a commit that fails leaves a file to delete again. */
async function deleteBytes(unit: Unit, ids: readonly string[]): Promise<void> {
  await unit.flush()
  for (const id of ids) await unit.runtime.documents.delete(keyOf(unit, id))
}
