import { expect, test } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { scopeOf } from '../../src/domain/access/scope.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { journalRowsOf } from '../support/changes.ts'
import { nthId } from '../support/ids-inside.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { reason } from '../support/reason.ts'
import { worldWithTenant } from '../support/world.ts'

// An invoice and what belongs to it.
const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)

const rowsOf = (ownerId: string) => journalRowsOf(at, tenant, ownerId)

test('share a row; what entries have in common stands there once, and names nowhere', async () => {
  const id = await createdInvoice(tenant, clientId, {
    articleRows: ['One', 'Two'].map((description) => ({
      description,
      quantity: '1',
      price: '5',
    })),
  })
  const [row, ...more] = await rowsOf(id)
  expect(more).toEqual([])
  const [own, articles, ...others] = row!['entries'] as {
    e?: string
    i?: string[]
    d: unknown
  }[]
  expect(own).toMatchObject({
    a: 'C',
    d: [[expect.any(String), 'INVOICE', 'CREATED', 'NOT_BOOKED', null, null]],
  })
  expect(articles).toMatchObject({ e: 'Article', i: [expect.any(String), expect.any(String)] })
  expect(others).toEqual([])
  const events = await at.owner(
    `select subject_type, name, client_id, debtor_id, version, data -> 'mainStatus' as status
     from event where owner_id = $1 order by id`,
    [id],
  )
  const common = { client_id: clientId, debtor_id: row?.['debtor_id'], version: 1 }
  expect(row?.['debtor_id']).toMatch(/^D\./)
  const part = { ...common, subject_type: 'Article', name: 'articleCreated', status: null }
  expect(events).toEqual([
    { ...common, subject_type: 'Invoice', name: 'created', status: 'CREATED' },
    part,
    part,
  ])
})

test('are read from rows of before as they were', async () => {
  const old = [
    { a: 'U', c: { name: ['A', 'B'] }, m: { INVOICE: 'updated' } },
    {
      a: 'C',
      e: 'Article',
      i: 'AR1',
      v: 1,
      m: { INVOICE: 'articleCreated' },
      d: [{ type: 'LINE' }],
    },
  ]
  const data = { INVOICE: { invoiceNumber: 'OLD-1', type: 'INVOICE' } }
  await at.owner(
    `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
       principal_name, workflow_id, at, version, entries, data)
     values ($1, ${nthId('JR', '2')}, 'Invoice', 'OLD1', 'SYSTEM', id_of('platform'), 'x',
       'activate-invoice/' || $2 || '/1', now(), 7, $3, $4)`,
    [tenant.id, tenant.id, JSON.stringify(old), JSON.stringify(data)],
  )
  const events = await at.owner(
    `select subject_id, version, data from event where owner_id = 'OLD1' order by id`,
  )
  expect(events).toEqual([
    { subject_id: 'OLD1', version: 7, data: data.INVOICE },
    { subject_id: 'AR1', version: 1, data: { type: 'LINE' } },
  ])
  const [change] = await at.owner(`select workflow_id from changelog where owner_id = 'OLD1'`)
  expect(change).toEqual({ workflow_id: `activate-invoice/${tenant.id}/1` })
})

test('stand compressed where there is much of it, and name the workflow whole', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const [booked] = await at.owner(
    `select workflow_id, pg_column_compression(entries) is not null as compressed, id
     from journal where owner_id = $1 order by id desc limit 1`,
    [invoiceId],
  )
  expect(booked).toMatchObject({ compressed: true, workflow_id: 'test' })
  const task = { workflowId: `activate-invoice/${tenant.id}/1`, now: new Date() }
  const id = await inUnit(
    at.runtime,
    platform(tenant.id, 'test'),
    task,
    async (unit) => unit.add(ReasonCode, reason('WORKFLOW')).id,
  )
  const [stored] = await rowsOf(id)
  expect(stored?.['workflow_id']).toBe('activate-invoice/~/1')
  const [change] = await at.owner('select workflow_id from changelog where owner_id = $1', [id])
  expect(change?.['workflow_id']).toBe(task.workflowId)
})

test('keep apart what is not the debtor’s, in the row of the debtor’s invoice', async () => {
  const invoiceId = await activatedInvoice(tenant, clientId)
  const rows = await rowsOf(invoiceId)
  const [{ debtorId } = { debtorId: '' }] = await tenant.work((unit) =>
    unit.all(Invoice, { id: invoiceId }),
  )
  const asDebtor = await tenant.work((unit) => {
    unit.transaction.narrow(scopeOf({ ...unit.principal, debtorId }))
    return unit.transaction.query(
      `select subject_type as kind, debtor_id as debtor from event where owner_id = $1`,
      [invoiceId],
    )
  })
  expect(asDebtor.length).toBeGreaterThan(2)
  expect(new Set(asDebtor.map(({ kind }) => kind))).toEqual(new Set(['Invoice']))
  expect(new Set(asDebtor.map(({ debtor }) => debtor))).toEqual(new Set([debtorId]))
  const entries = rows.flatMap((row) => row['entries'] as { e?: string; b?: null }[])
  const marked = entries.filter(({ b: debtor }) => debtor === null).map(({ e: entity }) => entity)
  expect(new Set(marked)).toContain('InvoiceActivation')
  expect(marked).not.toContain('Article')
})
