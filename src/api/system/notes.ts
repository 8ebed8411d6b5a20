import { notes, notesForClients } from '../../behaviours/notes.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

export default {
  listNotes: operation('GET /notes', 'ReadNotes', notes.list),
  searchNotes: operation('POST /notes/search', 'SearchNotes', notes.search),
  searchNotesForClients: operation(
    'POST /notes/client-invoice-notes/search',
    'SearchNotes',
    notesForClients.search,
  ),
  createNote: operation('POST /notes', 'CreateNote', notes.create),
  readNote: operation('GET /notes/{id}', 'ReadNote', notes.read),
  updateNote: operation('PUT /notes/{id}', 'UpdateNote', notes.update),
  deleteNote: operation('DELETE /notes/{id}', 'DeleteNote', notes.delete),
  attachFileToNote: operation(
    'PUT /notes/{noteId}/attach-file',
    'ConnectFileToNote',
    notes.attachFile,
  ),
  readFileOfNote: operation('GET /notes/{noteId}/files/{id}', 'ReadNote', {
    ...notes.readFile,
    extension: true,
  }),
  removeFileFromNote: operation('DELETE /notes/{noteId}/files/{id}', 'ConnectFileToNote', {
    ...notes.removeFile,
    extension: true,
  }),
} satisfies Room
