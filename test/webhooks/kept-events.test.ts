import { describe, expect, test } from 'vitest'
import { applyAllKept } from '../../src/activities/webhooks/inbound/apply-all-kept.ts'
import { applyKept } from '../../src/activities/webhooks/inbound/apply-kept.ts'
import { registered } from '../../src/activities/areas.ts'
import { platformId } from '../../src/domain/id-forms.ts'
import { inboundKinds, inboundRights } from '../../src/domain/webhooks/inbound.ts'
import { InboundEvent } from '../../src/entities/inbound-event.ts'
import { operationsOf } from '../../src/kernel/http/app.ts'
import { rightsOf } from '../../src/kernel/http/operation.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { areas } from '../../src/operations.ts'
import { bookedClient } from '../support/booked-client.ts'
import { worldWithTenant } from '../support/world.ts'
import { voucherTaken } from './voucher-taken.ts'

const { at, tenant } = await worldWithTenant()
const client = await bookedClient(tenant)
const takenVoucher = () => voucherTaken(tenant, client)
const voucherOf = async (id: string) => (await tenant.api.get(`/vouchers/${id}`)).body

const place = () => ({ runtime: at.runtime, tenantId: tenant.id, now: at.clock.now })

const kept = (
  voucherIds: readonly string[],
  clientId: string | null = null,
  receivedFrom = platformId,
) =>
  tenant.work((unit) =>
    voucherIds.map((id) =>
      unit.add(InboundEvent, {
        kind: 'SYNC_VOUCHER_COMPLETE',
        externalId: `kept ${id}`,
        ownerId: clientId ?? tenant.id,
        clientId,
        subjectId: null,
        status: 'KEPT',
        payload: { voucherIds: [id], status: 'EXTERNAL_BOOKED', externalId: 'F-9' },
        receivedFrom,
        appliedAt: null,
        error: null,
      }),
    ),
  )

describe('an event that was kept', () => {
  test('keeps the reason of several that refuse it at once', async () => {
    const [event] = await kept([newId('Voucher')])
    await at.owner('begin')
    await at.owner('select 1 from inbound_event where id = $1 for update', [event?.id])
    const both = Promise.all([1, 2].map(() => applyKept(place(), 'SYNC_VOUCHER_COMPLETE')))
    both.catch(() => undefined)
    const waiting = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const waitingNow = async () => {
      // A transaction sees activity as it first saw it.
      await at.owner('select pg_stat_clear_snapshot()')
      return at.owner(waiting)
    }
    await expect.poll(waitingNow, { interval: 5 }).toEqual([{ n: 2 }])
    await at.owner('commit')
    expect(await both).toEqual([1, 2].map(() => ({ applied: 0, left: 1 })))
    const [row] = await at.owner('select status, error from inbound_event where id = $1', [
      event?.id,
    ])
    expect(row).toMatchObject({ status: 'KEPT', error: expect.stringMatching(/./) })
    await at.owner('delete from inbound_event where id = $1', [event?.id])
  })

  test('is applied within the bounds of who sent it', async () => {
    const id = await takenVoucher()
    const [theirs] = await kept([id], (await bookedClient(tenant)).id)
    expect(await applyKept(place(), 'SYNC_VOUCHER_COMPLETE')).toEqual({ applied: 0, left: 1 })
    await at.owner('delete from inbound_event where id = $1', [theirs?.id])
    await kept([id], client.id)
    expect(await applyKept(place(), 'SYNC_VOUCHER_COMPLETE')).toEqual({ applied: 1, left: 0 })
  })

  test.each(['loses the right', 'is gone'])('waits when its sender %s', async (end) => {
    const id = await takenVoucher()
    const rights = [inboundRights.SYNC_VOUCHER_COMPLETE]
    const role = await tenant.api.post('/roles', { name: `Sends, ${end}`, rights })
    const roleIds = [role.body.id]
    const made = await tenant.api.post('/service-accounts', { name: `ERP, ${end}`, roleIds })
    const change = (to: object) => tenant.api.put(`/service-accounts/${made.body.id}`, to)
    await kept([id], null, made.body.id)
    expect((await change(end === 'is gone' ? { active: false } : { roleIds: [] })).status).toBe(200)
    expect(await applyKept(place(), 'SYNC_VOUCHER_COMPLETE')).toEqual({ applied: 0, left: 1 })
    expect((await voucherOf(id)).status).not.toBe('EXTERNAL_BOOKED')
    await change({ active: true, roleIds })
    expect(await applyKept(place(), 'SYNC_VOUCHER_COMPLETE')).toEqual({ applied: 1, left: 0 })
  })

  test('is asked about by the very right that opens its operation', () => {
    const byName = new Map(operationsOf(areas).map(({ name, operation }) => [name, operation]))
    const rights = [
      'receiveAmlMonitoringResult',
      'receivePaymentSync',
      'receiveVoucherSync',
      'receiveSignatureEvent',
      'receivePaymentRequestOutcome',
    ].flatMap((name) => rightsOf(byName.get(name)!.requires))
    expect(rights).toEqual(inboundKinds.map((kind) => inboundRights[kind]))
  })

  test('is applied once its room is built; one that is refused holds up none', async () => {
    const ids = [await takenVoucher(), newId('Voucher'), await takenVoucher()]
    await kept(ids)
    const unbuilt = { ...registered.appliers, SYNC_VOUCHER_COMPLETE: { apply: null } }
    expect(await applyKept(place(), 'SYNC_VOUCHER_COMPLETE', unbuilt)).toEqual({
      applied: 0,
      left: 3,
    })
    await applyAllKept(at.installed.relayUrl, at.runtime, unbuilt)
    expect((await voucherOf(ids[0]!)).status).not.toBe('EXTERNAL_BOOKED')
    // A process of newer code starts, and another beside it.
    await Promise.all([1, 2].map(() => applyAllKept(at.installed.relayUrl, at.runtime)))
    expect(await applyKept(place(), 'SYNC_VOUCHER_COMPLETE')).toEqual({ applied: 0, left: 1 })
    expect((await voucherOf(ids[0]!)).status).toBe('EXTERNAL_BOOKED')
    expect((await voucherOf(ids[2]!)).status).toBe('EXTERNAL_BOOKED')
    const { body } = await tenant.api.get(
      `/events/received?externalId=${encodeURIComponent(`kept ${ids[1]}`)}`,
    )
    expect(body.data).toMatchObject([{ status: 'KEPT', error: expect.stringMatching(/./) }])
  })
})
