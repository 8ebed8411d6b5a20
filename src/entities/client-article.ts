import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { exactNumber, idOf, text, accountNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** An article of a client's register, which rows of its invoices name by number. */
export const ClientArticle = defineEntity({
  name: 'ClientArticle',
  ...tenantTable('client_article', {
    steady: 'always',
    clientColumn: 'client_id',
    references: { clientId: 'client' },
    events: { CLIENT: { means: ofRow('article') } },
  }),
  properties: {
    ...identified('CX'),
    clientId: idOf('Client'),
    articleNumber: text(60, 'PLANK-22'),
    description: text(500, 'Planks'),
    unit: text(20, 'm').nullable(),
    price: exactNumber('100.5').nullable(),
    vatPercentage: exactNumber().nullable(),
    accountNumber: accountNumber().nullable(),
    active: p.boolean(),
    ...versioned,
  },
  uniques: [
    {
      name: 'client_article_number_unique',
      properties: ['tenantId', 'clientId', 'articleNumber'],
    },
  ],
  indexes: [
    { name: 'client_article_text_index', properties: ['tenantId', 'description', 'id'] },
    { name: 'client_article_number_index', properties: ['tenantId', 'articleNumber', 'id'] },
  ],
})
export type ClientArticle = InferEntity<typeof ClientArticle>
