import { expect, test } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { wholeTenant, type Scope } from '../../src/domain/access/scope.ts'
import { entities } from '../../src/entities/all.ts'
import { exampleId } from '../../src/entities/ids.ts'
import { allTables } from '../../src/entities/table.ts'
import { Unit } from '../../src/kernel/write/unit.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const [clientId, debtorId, holderId] = [exampleId('Client'), exampleId('Debtor'), exampleId('User')]
const scopes: Record<string, Scope> = {
  'all of a tenant': wholeTenant,
  'a client': { ...wholeTenant, clients: 'one', clientId },
  'a debtor': { ...wholeTenant, clients: 'one', clientId, debtorId },
  'whom clients are assigned to': { ...wholeTenant, clients: 'set', holderId },
}

const tables = new Set(allTables().map(({ table }) => table))
const stored = entities.filter(({ meta }) => tables.has(meta.tableName))

test.each(Object.keys(scopes))(
  'what the unit of work reads for %s has its values beside it, whatever the scope is told in',
  async (who) => {
    expect(stored).toHaveLength(tables.size)
    const principal = platform(tenant.id, 'test')
    const transaction = await Transaction.begin(at.runtime.pool, principal, 'command')
    const scope = scopes[who]!
    const unit = new Unit(at.runtime, transaction, principal, at.clock.now, {}, scope)
    at.statements.clear()
    try {
      for (const entity of stored) await unit.all(entity as never, {})
    } finally {
      await transaction.rollback()
    }
    const read = [...at.statements].filter((text) => text.startsWith('select "'))
    expect(read.length).toBeGreaterThanOrEqual(tables.size)
    const known = [tenant.id, clientId, debtorId, holderId]
    expect(read.filter((text) => known.some((id) => text.includes(id)))).toEqual([])
  },
)
