import { labelsOf } from '../../behaviours/labels.ts'
import { notesOf } from '../../behaviours/notes.ts'
import { Debtor } from '../../entities/debtor.ts'
import { contacts } from '../clients/contacts.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const labels = labelsOf(Debtor, 'debtorId')
const notes = notesOf(Debtor, 'debtorId')

export default {
  listContactsOfDebtor: operation(
    'GET /debtors/{debtorId}/contacts',
    'ReadContacts',
    contacts.owned(Debtor, 'debtorId'),
  ),
  searchContactsOfDebtor: operation(
    'POST /debtors/{debtorId}/contacts/search',
    'SearchContacts',
    contacts.searchOwned(Debtor, 'debtorId'),
  ),
  listNotesOfDebtor: operation('GET /debtors/{debtorId}/notes', 'ReadDebtorNotes', notes.list),
  searchNotesOfDebtor: operation(
    'POST /debtors/{debtorId}/notes/search',
    'SearchDebtorNotes',
    notes.search,
  ),
  listLabelsOfDebtor: operation('GET /debtors/{debtorId}/labels', 'ReadDebtorLabels', labels.list),
  addLabelToDebtor: operation('POST /debtors/{debtorId}/labels', 'CreateDebtorLabels', {
    ...labels.create,
    locate: ({ targetId }) => `/debtors/${targetId}/labels`,
  }),
  replaceLabelOfDebtor: operation(
    'PUT /debtors/{debtorId}/labels/{id}',
    'UpdateDebtorLabels',
    labels.update,
  ),
  removeLabelFromDebtor: operation(
    'DELETE /debtors/{debtorId}/labels/{id}',
    'DeleteDebtorLabels',
    labels.delete,
  ),
} satisfies Room
