import { expect, test } from 'vitest'
import { personIn } from '../access/people.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'
import { seed } from '../support/seed.ts'

let state = seed
const random = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const word = () => `Word ${random(1_000_000)}`

const { at, tenant } = await worldWithTenant()
// What is made beside requests goes by the real time.
at.clock.now = new Date(at.clock.now.getTime() + 3_600_000)

/** The next second of the clock that requests read. */
function tick(): string {
  at.clock.now = new Date(at.clock.now.getTime() + 1_000)
  return at.clock.now.toISOString()
}

interface Kind {
  changelog: string
  path: (id: string) => string
  make: () => Promise<string>
  change: () => object
}

const kinds: Readonly<Record<string, Kind>> = {
  client: {
    changelog: 'client',
    path: (id) => `/clients/${id}`,
    make: () => clientIn(tenant),
    change: () => [{ name: word() }, { locale: ['sv-SE', 'en-GB'][random(2)] }][random(2)]!,
  },
  debtor: {
    changelog: 'debtor',
    path: (id) => `/debtors/${id}`,
    make: async () => {
      const invoiceId = await createdInvoice(tenant, await clientIn(tenant))
      return (await tenant.api.get(`/invoices/${invoiceId}`)).body.debtorId
    },
    change: () => [{ name: word() }, { email: `a${random(999)}@example.com` }][random(2)]!,
  },
  invoice: {
    changelog: 'invoice',
    path: (id) => `/invoices/${id}`,
    make: async () => createdInvoice(tenant, await clientIn(tenant)),
    change: () => ({ references: { yourReference: word() } }),
  },
  user: {
    changelog: 'user',
    path: (id) => `/users/${id}`,
    make: async () => (await personIn(at, tenant)).id,
    change: () => ({ name: word() }),
  },
  webhook: {
    changelog: 'webhook',
    path: (id) => `/webhook/${id}`,
    make: async () =>
      (
        await tenant.api.post('/webhook', {
          title: word(),
          trigger: 'PUSH',
          method: 'POST',
          key: 'canary-of-the-key-that-signs',
          url: 'https://receiver.example.com/hooks',
          type: 'REASON_CODE',
        })
      ).body.id,
    change: () => ({ title: word() }),
  },
}

/** Amounts stand in the journal in minor units. */
const plain = (value: unknown) =>
  typeof value === 'boolean' || (typeof value === 'string' && !/^-?\d+\.\d\d$/.test(value))

test.each(Object.keys(kinds))(
  `a %s as it was at any instant is what was shown then (SEED=${seed})`,
  async (name) => {
    const kind = kinds[name]!
    const before = tick()
    tick()
    const id = await kind.make()
    const asOf = async (instant: string) => {
      const answer = await tenant.api.get(`/changelog/${kind.changelog}/${id}?asOf=${instant}`)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    }
    const shown = []
    for (let n = 0; n < 6; n++) {
      const instant = tick()
      if (n > 0) {
        const answer = await tenant.api.put(kind.path(id), kind.change())
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      }
      const { body } = await tenant.api.get(kind.path(id))
      shown.push({ instant, body, row: (await asOf(instant)).asOf })
    }
    for (const { instant, body, row } of shown) {
      const { asOf: was, data } = await asOf(instant)
      expect(was).toEqual(row)
      expect(was).toMatchObject({ at: instant, version: body.version })
      const both = Object.keys(was.row).filter((field) => plain(body[field]))
      expect(both.length).toBeGreaterThan(1)
      for (const field of both) expect(was.row[field], field).toEqual(body[field])
      expect(data.every((change: { at: string }) => change.at <= instant)).toBe(true)
      expect(JSON.stringify(was)).not.toContain('canary')
    }
    expect(await asOf(before)).toMatchObject({ data: [], asOf: null })
  },
)

test('a setting is what it was, also before anybody chose', async () => {
  const key = 'portal.hideBalanceDetails'
  const asOf = async (instant: string) =>
    (await tenant.api.get(`/changelog/system-setting/${key}?asOf=${instant}`)).body.asOf
  const never = tick()
  const put = (value: boolean) => tenant.api.put(`/system-setting/${key}`, { value })
  const [yes] = [tick(), await put(true)]
  const [no] = [tick(), await put(false)]
  expect(await asOf(never)).toBe(null)
  expect(await asOf(yes)).toMatchObject({ row: { value: { is: true } } })
  expect(await asOf(no)).toMatchObject({ row: { value: { is: false } } })
  const unknown = await tenant.api.get(`/changelog/system-setting/no.such?asOf=${no}`)
  expect(unknown.status).toBe(404)
})

test('nobody reads what another’s thing was, and no instant that is none', async () => {
  const other = await tenantIn(at)
  const [mine, theirs] = [await clientIn(tenant), await clientIn(tenant)]
  const now = tick()
  const foreign = await other.api.get(`/changelog/client/${mine}?asOf=${now}`)
  expect(foreign.status).toBe(404)
  const bound = await tenant.holding(['ReadClientChangelog'], { clientId: mine })
  expect((await bound.get(`/changelog/client/${mine}?asOf=${now}`)).body.asOf.row.id).toBe(mine)
  expect((await bound.get(`/changelog/client/${theirs}?asOf=${now}`)).status).toBe(404)
  const wrong = await tenant.api.get(`/changelog/client/${mine}?asOf=yesterday`)
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '?asOf'])
})

test('a page goes on under the same instant alone', async () => {
  const id = await clientIn(tenant)
  for (let n = 0; n < 3; n++) {
    tick()
    await tenant.api.put(`/clients/${id}`, { name: word() })
  }
  const asked = `/changelog/client/${id}?limit=1&asOf=`
  const [then, later] = [at.clock.now.toISOString(), tick()]
  const { nextCursor } = (await tenant.api.get(asked + then)).body
  const next = await tenant.api.get(`${asked}${then}&cursor=${nextCursor}`)
  expect(next.body).toMatchObject({ data: [{ action: 'UPDATED' }], asOf: { at: then } })
  expect((await tenant.api.get(`${asked}${later}&cursor=${nextCursor}`)).body.code).toBe(
    'CURSOR_INVALID',
  )
})
