import {
  addEmailRecipient,
  addEmailRecipientInput,
} from '../../../activities/clients/people/add-email-recipient.ts'
import { Client } from '../../../entities/client.ts'
import { EmailRecipient } from '../../../entities/email-recipient.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { text } from '../../../kernel/read/filter.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const emailRecipientView = viewOf(EmailRecipient, [
  'id',
  'clientId',
  'email',
  'types',
  'language',
  'versioned',
])

const ofClient = collection(EmailRecipient, {
  noun: ['e-mail recipient', 'e-mail recipients'],
  shows: emailRecipientView,
  filters: { email: text() },
  sort: ['email'],
}).owned(Client, 'clientId', 'id')

export default {
  listEmailRecipients: operation('GET /clients/{id}/email-recipients', 'ReadClientEmailRecipient', {
    ...ofClient,
    summary: 'List who is mailed what is made for a client',
  }),

  createEmailRecipient: operation(
    'POST /clients/{id}/email-recipients',
    'CreateClientEmailRecipient',
    {
      summary: 'Add somebody who is mailed what is made for a client',
      body: addEmailRecipientInput,
      shows: emailRecipientView,
      refuses: ['ALREADY_EXISTS'],
      locate: ({ clientId }) => `/clients/${clientId}/email-recipients`,
    },
  ).handle(({ unit, params, body }) => addEmailRecipient(unit, params.id, body)),

  deleteEmailRecipient: operation(
    'DELETE /clients/{id}/email-recipients/{erId}',
    'DeleteClientEmailRecipient',
    {
      names: { entity: EmailRecipient },
      summary: "Remove somebody from a client's e-mail recipients",
    },
  ).handle(async ({ unit, params }) => {
    const { id: clientId } = await unit.load(Client, params.id)
    unit.remove(await unit.load(EmailRecipient, { id: params.erId, clientId }))
  }),
} satisfies Room
