import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { idOf } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/**
 * What many documents of a client show alike, once: its id follows from its content, and it never
 * changes.
 */
export const Snapshot = defineEntity({
  name: 'Snapshot',
  ...tenantTable('snapshot', {
    clientColumn: 'client_id',
    silent: true,
    immutable: [],
    references: { clientId: 'client' },
  }),
  properties: {
    ...identified('SN'),
    clientId: idOf('Client'),
    body: p.json<unknown>().columnType('json').hidden(),
  },
})
export type Snapshot = InferEntity<typeof Snapshot>
