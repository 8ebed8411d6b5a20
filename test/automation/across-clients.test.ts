import { expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { personIn } from '../access/people.ts'
import { movingDebtors } from '../debtors/moving.ts'
import { automationsOf, carried, note, runsOf } from './running.ts'

const { at, tenant, from, to, move, placeOf, unbooked } = await movingDebtors()
const { on, notesOn } = automationsOf(at, tenant)

const onInvoiceAndDebtor = [{ actions: [note('seen'), { ...note('whose'), on: 'DEBTOR' }] }]

test('what was for one client is not done once it is another one’s', async () => {
  const rights: Right[] = ['CreateAutomation', 'CreateNote', 'ReadInvoice', 'ReadDebtor']
  const client = await personIn(at, tenant, { rights, clientId: from })
  const ids = [
    await on({ clientId: from, rules: onInvoiceAndDebtor }),
    await on({ rules: onInvoiceAndDebtor }, client.api),
  ]
  const everywhere = await on({ rules: [{ actions: [note('by the tenant')] }] })
  const { invoiceId, debtorId } = await unbooked()
  const moved = await move(debtorId, { clientId: to })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  expect((await placeOf(invoiceId)).clientId).toBe(to)
  await carried(at, tenant)
  expect(await notesOn(invoiceId)).toEqual(['by the tenant'])
  expect((await tenant.api.get(`/debtors/${moved.body.id}/notes`)).body.data).toEqual([])
  for (const id of ids) expect((await runsOf(tenant, id))[0]?.status).toBe('FAILED')
  expect((await runsOf(tenant, everywhere))[0]?.status).toBe('DONE')
})

test('nobody of another client is given what it makes, nor its mail', async () => {
  const other = await personIn(at, tenant, { rights: ['ReadInvoice'], clientId: to })
  const toDo = { type: 'CREATE_TODO', params: { title: 'Look', assigneeUserId: other.id } }
  const mail = { type: 'SEND_MAIL', params: { userId: other.id, subject: 'Look', text: 'At it' } }
  const id = await on({ clientId: from, rules: [{ actions: [toDo, mail] }] })
  const letters = at.letters.length
  const { invoiceId } = await unbooked()
  await carried(at, tenant)
  expect((await runsOf(tenant, id))[0]).toMatchObject({
    status: 'FAILED',
    steps: [{ code: 'ASSIGNEE_MAY_NOT_SEE' }, { code: 'ASSIGNEE_MAY_NOT_SEE' }],
  })
  expect((await tenant.api.get(`/invoice/todo/${invoiceId}`)).body.data).toEqual([])
  expect(at.letters.length).toBe(letters)
})
