import { expect, test } from 'vitest'
import { followers } from '../../src/activities/debtors/followers.ts'
import { entities } from '../../src/entities/all.ts'
import { allTables, factsOf, type Trail } from '../../src/entities/table.ts'

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

/** What hangs on a debtor or an invoice as part of it, whoever entered it. */
const parts: Readonly<Record<string, string>> = {
  article: 'the rows of the invoice',
  article_label: 'words of the rows, sent with them',
  bankrupt_claim: 'what the platform remembers of the claim',
  debtor_setting: 'what is chosen, by whoever may choose',
  invoice: 'the claim itself',
  invoice_activation: 'how the invoice was activated',
  invoice_payment_choice: 'what is chosen, by whoever may choose',
  invoice_ledger_event: 'the plan of the claim',
  user_account: 'people, who are ended as people are',
}

test('what people add to a debtor or an invoice says that nobody else ends it', () => {
  const following = hanging.filter(({ meta }) => factsOf(meta.tableName).onMove === 'follows')
  const names = following.map(({ meta }) => meta.tableName)
  const added = following.filter(({ meta }) => factsOf(meta.tableName).added !== undefined)
  const said = [...added.map(({ meta }) => meta.tableName), ...Object.keys(parts)]
  expect(said.toSorted()).toEqual(names.toSorted())
})

test('the side of whoever added a row stands where the table asks for it, and nowhere else', () => {
  const marked = entities.filter(({ meta }) => 'addedFor' in meta.properties)
  const asking = allTables().filter(({ added }) => added !== undefined)
  expect(marked.map(({ meta }) => meta.tableName).toSorted()).toEqual(
    asking.map(({ table }) => table).toSorted(),
  )
})
