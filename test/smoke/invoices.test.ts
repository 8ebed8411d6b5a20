import { afterAll, beforeAll, expect, test } from 'vitest'
import { startActivation, waitingInvoice } from '../support/activations.ts'
import { debtorAddress, soldClaim } from '../support/notices.ts'
import { clientIn } from '../support/trade.ts'
import { smoke, type Smoke } from '../support/smoke.ts'

let clientId: string
let stage: Smoke

beforeAll(async () => {
  stage = await smoke()
  clientId = await clientIn(stage.tenant)
}, 120_000)
afterAll(() => stage.close())

test('an invoice is activated: ACTIVATED, with its bookedDate', async () => {
  const waiting = await waitingInvoice(stage.tenant, clientId)
  const handle = await startActivation(stage, stage.tenant, waiting)
  expect(await handle.result()).toBe('ACTIVATED')
  const { body } = await stage.tenant.api.get(`/invoices/${waiting.invoiceId}`)
  expect(body).toMatchObject({ statuses: { main: 'ACTIVATED' } })
  expect(body.bookedDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('the debtor of a claim that is bought is mailed the notice of it', async () => {
  const { noticeId } = await soldClaim(stage.at, stage.tenant)
  expect(await stage.result('sendNotice', noticeId)).toBe('SENT')
  const letters = stage.at.letters.filter(({ messageId }) => messageId === noticeId)
  expect(letters).toMatchObject([{ to: debtorAddress, attachments: [{}] }])
})

test('many that wait at once are activated together', async () => {
  const many = []
  for (let n = 0; n < 10; n++) many.push(await waitingInvoice(stage.tenant, clientId))
  await stage.at.owner(`update invoice_activation set batch_id = 'B' where id = any($1)`, [
    many.map(({ activationId }) => activationId),
  ])
  const progress = await stage.result('activateBatch', 'B')
  expect(progress).toEqual({ open: false, total: 10, done: 10, failed: 0, alone: 0 })
})
