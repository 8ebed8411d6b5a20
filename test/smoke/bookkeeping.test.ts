import { afterAll, beforeAll, expect, test } from 'vitest'
import { exported, fileFor } from '../support/deliveries.ts'
import { smoke, type Smoke } from '../support/smoke.ts'

let stage: Smoke

beforeAll(async () => {
  stage = await smoke()
}, 120_000)
afterAll(() => stage.close())

test('a bookkeeping file is mailed to where its client wants it', async () => {
  const { at, tenant } = stage
  const receiver = { email: 'books@nordlund.example' }
  const { id } = await fileFor(at, tenant, { method: 'EMAIL', receiver })
  const { deliveryId } = await exported(tenant, id)
  expect(await stage.result('deliverBookkeepingFile', deliveryId)).toBe('SENT')
  const letters = at.letters.filter(({ messageId }) => messageId === deliveryId)
  expect(letters).toMatchObject([{ to: 'books@nordlund.example', attachments: [{}] }])
})
