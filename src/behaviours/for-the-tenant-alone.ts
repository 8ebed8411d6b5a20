import { isBound } from '../domain/access/scope.ts'
import { notFound } from '../domain/refusal.ts'
import { preparedBy } from '../kernel/http/prepared-by.ts'

/**
 * What the tenant knows of somebody across its clients: for a client's or debtor's token nothing of
 * it is there, whatever right opens the operation.
 */
export const forTheTenantAlone = <B extends { handle: (call: never) => unknown }>(
  behaviour: B,
): B => preparedBy(async (call) => (isBound(call.unit.scope) ? notFound() : call), behaviour)
