import { createContact, createContactInput } from '../../activities/clients/create-contact.ts'
import { Contact } from '../../entities/contact.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const contactView = viewOf(Contact, [
  'id',
  'clientId',
  'debtorId',
  'name',
  'role',
  'email',
  'phone',
  'preferred',
  'versioned',
])

export const contacts = collection(Contact, {
  noun: ['contact', 'contacts'],
  shows: contactView,
  filters: filtersOf(Contact, ['name', 'preferred']),
  sort: ['name'],
})

export default {
  createContact: operation('POST /contacts', 'CreateContact', {
    summary: 'Add somebody to speak to at a debtor',
    body: createContactInput,
    shows: contactView,
    locate: ({ debtorId }) => `/debtors/${debtorId}/contacts`,
    refuses: ['NOT_FOUND'],
  }).handle(({ unit, body }) => createContact(unit, body)),

  deleteContact: operation('DELETE /contacts/{id}', 'DeleteContact', {
    names: { entity: Contact },
    summary: 'Remove a contact of a debtor',
  }).handle(async ({ unit, params }) => unit.remove(await unit.load(Contact, params.id))),
} satisfies Room
