import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { visibilities, type FileOfNote } from '../domain/system/note.ts'
import { entitiesOfNoted, notedTypes } from '../domain/system/target.ts'
import { anyId, idOf, oneOf, text, principalId } from './columns.ts'
import { notesForClient, notesForDebtor } from './debtor-sees.ts'
import { addedHow, identified, tenantTable, versioned } from './table.ts'

/** What somebody wrote down about something, and who may read it. */
export const Note = defineEntity({
  name: 'Note',
  ...tenantTable('note', {
    clientColumn: 'client_id',
    clientSees: notesForClient,
    clientHears: ({ visibility }) => visibility !== 'INTERNAL',
    debtorColumn: 'debtor_id',
    debtorSees: notesForDebtor,
    trail: { entity: { field: 'targetType', entities: entitiesOfNoted }, key: 'targetId' },
    added: {},
    onMove: 'follows',
    references: { tenantId: 'tenant', clientId: 'client', debtorId: 'debtor' },
    events: { NOTE: { means: ofRow(), rights: ['ReadNotes'] } },
  }),
  properties: {
    ...identified('NT'),
    targetType: oneOf(40, notedTypes),
    targetId: anyId('I'),
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    text: text(4000, 'Promised to pay on Friday.'),
    visibility: p.enum(visibilities),
    createdBy: principalId(),
    files: p.json<FileOfNote[]>(),
    ...addedHow,
    ...versioned,
  },
  indexes: [
    { name: 'note_target_index', properties: ['tenantId', 'targetId', 'id'] },
    { name: 'note_type_index', properties: ['tenantId', 'targetType', 'id'] },
    { name: 'note_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'note_debtor_index', properties: ['tenantId', 'debtorId', 'id'] },
    { name: 'note_visibility_index', properties: ['tenantId', 'visibility', 'id'] },
    // What others than the tenant's people see is the smaller part.
    {
      name: 'note_shown_index',
      properties: ['tenantId', 'id'],
      where: { visibility: { $ne: 'INTERNAL' } },
    },
    {
      name: 'note_shown_client_index',
      properties: ['tenantId', 'clientId', 'id'],
      where: { visibility: { $ne: 'INTERNAL' } },
    },
    { name: 'note_writer_index', properties: ['tenantId', 'createdBy', 'id'] },
  ],
})
export type Note = InferEntity<typeof Note>
