import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { momentOfId } from '../../src/domain/id-forms.ts'
import { claimFrom, sources } from '../../src/kernel/relay/sources.ts'
import { TransactionClock } from '../../src/kernel/http/channel/transaction-clock.ts'
import { Watermark } from '../../src/kernel/http/channel/watermark.ts'
import { poolOf } from '../../src/ports/database/connect.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

/** Writes in a process whose clock is wrong by so many minutes; by how much it says it was. */
async function writtenAt(minutes: number): Promise<number> {
  const words = ['test/support/shifted-writer.ts', String(minutes), tenant.id]
  const env = {
    ...process.env,
    URL_OF_RUN: at.installed.runUrl,
    KEY: inject('postgres').masterKey,
    RECEIVABLES_DATA_DIR: '/nothing',
  }
  const { stdout } = await promisify(execFile)(process.execPath, words, { env })
  return Number(stdout) / 60_000
}

async function told(watermark: Watermark): Promise<string[]> {
  const transaction = await Transaction.begin(at.runtime.pool, { tenantId: tenant.id }, 'read')
  try {
    const names: string[] = []
    for await (const events of watermark.look(transaction, Date.now())) {
      names.push(...events.map(({ subject_id: id }) => id))
    }
    return names
  } finally {
    await transaction.rollback()
  }
}

test('processes whose clocks are ten minutes off write, tell and take by the time of the database', async () => {
  const watermark = new Watermark(tenant.id, new TransactionClock())
  expect(await told(watermark)).toEqual([])
  const began = Date.now()
  const off = await Promise.all([writtenAt(-10), writtenAt(10)])
  expect(off.map(Math.round)).toEqual([-10, 10])
  const rows = await at.owner(`select id, created_at from reason_code where tenant_id = $1`, [
    tenant.id,
  ])
  const [row] = await at.owner('select now()')
  const now = row?.['now'] as Date
  const ids = rows.map(({ id }) => String(id))
  expect(ids).toHaveLength(2)
  const moments = rows.map(({ created_at: createdAt }) => (createdAt as Date).getTime())
  for (const moment of [...moments, ...ids.map((id) => momentOfId(id))]) {
    expect(moment).toBeGreaterThanOrEqual(began - 100)
    expect(moment).toBeLessThanOrEqual(now.getTime())
  }
  // A channel tells of both, and what they asked for is due at once.
  expect((await told(watermark)).toSorted()).toEqual(ids.toSorted())
  const relay = poolOf({ connectionString: at.installed.relayUrl })
  const due = await claimFrom(relay, sources, 10, 1)
  await relay.end()
  expect(due.filter(({ tenant_id: id }) => id === tenant.id)).toHaveLength(2)
})
