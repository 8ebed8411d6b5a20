import { z } from 'zod'
import { clientStatuses } from '../../../domain/clients/client.ts'
import { Client } from '../../../entities/client.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id } from '../../../kernel/read/fields.ts'
import { exact, instants, identificationNumberFilter, text } from '../../../kernel/read/filter.ts'
import { clientView } from './views.ts'

export const clients = collection(Client, {
  noun: ['client', 'clients'],
  shows: clientView,
  filters: {
    identificationNumber: identificationNumberFilter(text(), { column: 'normal_number' }),
    name: text(),
    number: text(),
    status: exact(z.enum(clientStatuses)),
    instanceProviderId: exact(id('InstanceProvider')),
    serviceProviderId: exact(id('ServiceProvider')),
    templateId: exact(id('ClientFinancialPriceTemplate')),
    createdAt: instants(),
  },
  sort: ['name', 'createdAt'],
})
