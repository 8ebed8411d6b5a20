import { expect, test } from 'vitest'
import { requestExpiresAfterMs } from '../../../src/domain/automation/internal-request.ts'
import { approved, codeOf, good, loanOf, placeIn } from '../../support/loans.ts'
import { worldWithEngine } from '../../support/temporal.ts'
import { apiAs } from '../../support/world.ts'

const { at, temporal } = await worldWithEngine()

const right = 'CreateBusinessLoanWithdrawal'
const wish = { amount: '40000' }

test('a withdrawal waits 72 hours for another person, by a timer, and then begins anew', async () => {
  const of = await placeIn(at)
  const id = await approved(of)
  const path = `/business-loans/${id}/withdraw`
  const { internalRequestId } = good(await of.one.put(path, wish), 202)
  const handle = await temporal.client.workflow.start('expireRequest', {
    taskQueue: temporal.taskQueue,
    workflowId: `expire-request/${of.tenant.id}/${internalRequestId}`,
    args: [{ tenantId: of.tenant.id, entityId: internalRequestId }],
  })
  const status = async () =>
    (await at.owner('select status from internal_request where id = $1', [internalRequestId]))[0]
  await temporal.advance(handle, requestExpiresAfterMs - 60_000)
  expect(await status()).toEqual({ status: 'OPEN' })
  await temporal.advance(handle, 120_000)
  expect(await handle.result()).toBe('EXPIRED')
  expect(await status()).toEqual({ status: 'EXPIRED' })
  // Who comes too late is the first of two anew.
  expect(good(await of.other.put(path, wish), 202).internalRequestId).not.toBe(internalRequestId)
  expect(await loanOf(of, id)).toMatchObject({ status: 'APPROVED', disbursed: '0.00' })
  expect(good(await of.one.put(path, wish))).toMatchObject({ disbursed: '40000.00' })
})

test('nobody withdraws alone: not by a token that they made, nor by two of them', async () => {
  const of = await placeIn(at)
  const id = await approved(of)
  const path = `/business-loans/${id}/withdraw`
  const minted = async (name: string) =>
    apiAs(at, (await of.tenant.api.post('/token/generate', { name, rights: [right] })).body.token)
  const [mine, too] = [await minted('mine'), await minted('too')]
  good(await mine.put(path, wish), 202)
  for (const same of [mine, too, of.tenant.api]) {
    expect(codeOf(await same.put(path, wish))).toEqual([409, 'SAME_APPROVER'])
  }
  expect(await loanOf(of, id)).toMatchObject({ disbursed: '0.00' })
  // Another amount is another wish, which the first may not agree to either.
  good(await of.one.put(path, { amount: '40000.01' }), 202)
  expect(await loanOf(of, id)).toMatchObject({ disbursed: '0.00' })
  const both = await Promise.all([of.one.put(path, wish), of.other.put(path, wish)])
  expect(both.map(({ status }) => status)).toContain(200)
  expect(await loanOf(of, id)).toMatchObject({ disbursed: '40000.00' })
})
