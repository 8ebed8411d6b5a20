import { expect, test } from 'vitest'
import { followers } from '../../src/activities/debtors/followers.ts'
import { entities } from '../../src/entities/all.ts'
import { factsOf, type Trail } from '../../src/entities/table.ts'

const namesOf = ({ entity }: Trail) =>
  typeof entity === 'string' ? [entity] : Object.values(entity.entities)

/** Tables whose rows are about a debtor or an invoice, as their declarations say it. */
const hanging = entities.filter(({ meta }) => {
  const { references = {}, owner, trail, record, view, table } = factsOf(meta.tableName)
  if (record === true || view !== undefined || table === 'debtor') return false
  const columns = Object.keys(meta.properties)
  const beside = columns.includes('debtorId') || columns.includes('invoiceId')
  const names = [owner, trail].flatMap((each) => (each === undefined ? [] : namesOf(each)))
  return (
    (beside && columns.includes('clientId')) ||
    ['invoice', 'debtor'].some((named) => Object.values(references).includes(named)) ||
    ['Invoice', 'Debtor'].some((named) => names.includes(named))
  )
})

test('what hangs on a debtor or an invoice says what becomes of it where they move', () => {
  const silent = hanging.filter(({ meta }) => factsOf(meta.tableName).onMove === undefined)
  expect(silent.map(({ meta }) => meta.tableName)).toEqual([])
})

test('a debtor goes only where no key of another table holds it', () => {
  const holding = hanging.filter(({ meta }) => {
    const { references = {}, onMove } = factsOf(meta.tableName)
    const keeps = typeof onMove === 'object' && onMove.keepsDebtor === true
    return Object.values(references).includes('debtor') && onMove !== 'follows' && !keeps
  })
  expect(holding.map(({ meta }) => meta.tableName)).toEqual([])
})

test('what follows is found by the nearest that it belongs to', () => {
  const keys = followers().map(({ entity, key }) => {
    const { meta } = entity as unknown as { meta: { tableName: string } }
    return [meta.tableName, key]
  })
  expect(Object.fromEntries(keys)).toMatchObject({
    contact: 'debtorId',
    debtor_setting: 'debtorId',
    document: 'invoiceId',
    invoice_guarantor: 'invoiceId',
    note: 'targetId',
  })
})
