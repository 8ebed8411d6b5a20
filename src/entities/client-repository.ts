import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import {
  branchShape,
  repositoryShape,
  repositoryStatuses,
} from '../domain/clients/configuration.ts'
import { sides } from '../domain/access/scope.ts'
import { ofRow } from '../domain/event-rules.ts'
import { idOf, list, oneOf, shaped, text } from './columns.ts'
import { inTenant, tenantTable } from './table.ts'

const says = 'Names of letters, digits, - and _, a slash between them'

/** Where a client's configuration is committed, by whoever said so last, and how far it is. */
export const ClientRepository = defineEntity({
  name: 'ClientRepository',
  ...tenantTable('client_repository', {
    clientColumn: 'client_id',
    trail: { entity: 'Client', key: 'clientId' },
    unrecorded: ['mark', 'rowIds'],
    references: { clientId: 'client' },
    events: { CLIENT: { means: ofRow('repository') } },
  }),
  properties: {
    ...inTenant,
    clientId: idOf('Client').primary(),
    repository: shaped(60, {
      pattern: repositoryShape,
      says: 'Small letters, digits and -',
      example: 'configurations',
    }),
    branch: shaped(200, { pattern: branchShape, says, example: 'main' }),
    directory: shaped(200, { pattern: branchShape, says, example: 'clients' }),
    status: oneOf(20, repositoryStatuses),
    /** Of what was committed last: another one means that there is something to commit. */
    mark: p.string().length(1000).hidden(),
    /** The rows that were committed last, by which it is known who has deleted one. */
    rowIds: list(),
    commitId: p.string().length(40).nullable(),
    committedAt: p.datetime(3).nullable(),
    failure: text(500).nullable(),
    createdAt: p.datetime(3),
    /** On whose side who said so last is; null where on the tenant's. */
    placedFor: p.enum(sides).nullable(),
  },
  indexes: [],
})
export type ClientRepository = InferEntity<typeof ClientRepository>
