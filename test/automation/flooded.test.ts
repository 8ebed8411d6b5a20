import { expect, test } from 'vitest'
import { actsAnHourMax, stopsKept } from '../../src/domain/automation/automation.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { automationsOf, carried } from './running.ts'

const { at, tenant } = await worldWithTenant()
const { on } = automationsOf(at, tenant)

test('a flood leaves a log of its beginning, and one errand that is told once', async () => {
  const id = await on({
    type: 'NOTE',
    event: 'created',
    rules: [{ actions: [{ type: 'CREATE_TODO', params: { title: 'Read' } }] }],
  })
  const invoice = await createdInvoice(tenant, await clientIn(tenant))
  const events = actsAnHourMax + stopsKept + 10
  for (let n = 0; n < events; n++) {
    await tenant.api.post('/notes', { targetType: 'INVOICE', targetId: invoice, text: `${n}` })
  }
  await carried(at, tenant)
  const ends = await at.owner(
    'select status, count(*)::int from automation_run where automation_id = $1 group by 1 order by 1',
    [id],
  )
  expect(ends).toEqual([
    { status: 'DONE', count: actsAnHourMax },
    { status: 'ENDED', count: stopsKept },
  ])
  const told = await at.owner(
    `select e.status, (select count(*)::int from errand_event v where v.errand_id = e.id) as told
     from system_errand e where subject_id = $1`,
    [id],
  )
  expect(told).toEqual([{ status: 'OPEN', told: 1 }])
})
