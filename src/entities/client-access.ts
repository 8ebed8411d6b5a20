import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onCreated, onDeleted } from '../domain/event-rules.ts'
import { accessReasons, holderTypes } from '../domain/access/client-access.ts'
import { anyId, idOf, principalId } from './columns.ts'
import { groupsOf, type Condition } from './reach.ts'
import { identified, tenantTable } from './table.ts'

/** The policies of all other tables read this table, so its own policy cannot ask for a client. */
const theirOwn: Condition = (named) =>
  `(holder_id = ${named.holder} or holder_id in (${groupsOf(named)}))`

/** A client assigned to a user or to the members of a group, for rights that narrow to these. */
export const ClientAccess = defineEntity({
  name: 'ClientAccess',
  ...tenantTable('client_access', {
    steady: 'always',
    clientColumn: 'client_id',
    holderSees: theirOwn,
    trail: { entity: 'Client', key: 'clientId' },
    references: { clientId: 'client' },
    events: { CLIENT: { means: [onCreated('accessGiven'), onDeleted('accessEnded')] } },
  }),
  properties: {
    ...identified('AC'),
    holderType: p.enum(holderTypes),
    holderId: anyId('U'),
    clientId: idOf('Client'),
    reason: p.enum(accessReasons),
    /**
     * What gave the access: a handler or a group of clients, or the holder for an assignment by
     * hand.
     */
    viaId: anyId('U'),
    createdBy: principalId(),
    createdAt: p.datetime(3),
  },
  uniques: [
    {
      name: 'client_access_unique',
      properties: ['tenantId', 'holderId', 'clientId', 'reason', 'viaId'],
    },
  ],
  indexes: [
    { name: 'client_access_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'client_access_via_index', properties: ['tenantId', 'viaId'] },
  ],
})
export type ClientAccess = InferEntity<typeof ClientAccess>
