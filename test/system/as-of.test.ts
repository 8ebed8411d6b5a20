import { expect, test } from 'vitest'
import { personIn } from '../access/people.ts'
import { loanOf } from '../behaviours/owners.ts'
import { newDebtor } from '../factoring/ground.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { secured } from '../support/served.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { assignedTo, narrowedApp } from '../support/assigned.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

const random = chance(seed)
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
  'system debtor': {
    changelog: 'system-debtor',
    path: (id) => `/system-debtors/${id}`,
    make: async () => {
      const debtor = newDebtor()
      const invoiceId = await createdInvoice(tenant, await clientIn(tenant), { debtor })
      const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
      return (await tenant.api.get(`/debtors/${debtorId}`)).body.systemDebtorId
    },
    change: () => ({ name: word() }),
  },
  'business loan': {
    changelog: 'business-loan',
    path: (id) => `/business-loans/${id}`,
    make: async () => loanOf(tenant, await clientIn(tenant)),
    change: () =>
      [{ termMonths: 7 + random(40) }, { amount: `${1_000 + random(9_000)}` }][random(2)]!,
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

/** What changes by verbs of its own, or is asked for by another name, and where it is tried. */
const others: Readonly<Record<string, string>> = {
  'system-setting': 'a setting is what it was, also before anybody chose',
  'internal-request': 'a request is what it was, also once it has been answered',
}

test('every owner whose changes are told is asked what it was', () => {
  const told = secured.flatMap(
    ({ operation }) => /^\/changelog\/([\w-]+)\/\{\w+\}$/.exec(operation.path)?.[1] ?? [],
  )
  const asked = Object.values(kinds).map(({ changelog }) => changelog)
  expect(told.toSorted()).toEqual([...asked, ...Object.keys(others)].toSorted())
})

/** Rates stand in the journal with all the places of their column. */
const short = (value: unknown) =>
  typeof value === 'string' && /^\d+\.\d*0$/.test(value) ? value.replace(/\.?0+$/, '') : value

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
      for (const field of both) expect(short(was.row[field]), field).toEqual(body[field])
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

test('a request is what it was, also once it has been answered', async () => {
  const two = await tenantIn(at, 'Two', {})
  const { mainId } = await bookedClient(two)
  const asked = await enterByHand(two.api, mainId, '10')
  expect(asked.status).toBe(202)
  const id = asked.body.internalRequestId
  const open = tick()
  tick()
  const rejected = await two.api.put(`/internal-request/${id}/reject`, { comment: 'No' })
  expect(rejected.status).toBe(200)
  const closed = tick()
  const asOf = async (instant: string) =>
    (await two.api.get(`/changelog/internal-request/${id}?asOf=${instant}`)).body.asOf
  expect(await asOf(open)).toMatchObject({ row: { status: 'OPEN' } })
  expect(await asOf(closed)).toMatchObject({ row: { status: 'CANCELLED', comment: 'No' } })
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

test('what is gone is still told of, to whoever sees all clients', async () => {
  const [from, to] = [await clientIn(tenant), await clientIn(tenant)]
  const bound = (clientId: string) =>
    tenant.holding(['ReadDebtorChangelog', 'ReadWebhookChangelog'], { clientId })
  const draftOf = async (clientId: string) => {
    const invoiceId = await createdInvoice(tenant, clientId, {
      debtor: newDebtor({ identificationNumber: undefined }),
    })
    return String((await tenant.api.get(`/invoices/${invoiceId}`)).body.debtorId)
  }
  const [source, target] = [await draftOf(from), await draftOf(to)]
  const webhook = await kinds['webhook']!.make()
  const there = tick()
  tick()
  const into = { clientId: to, debtorId: target }
  expect((await tenant.api.put(`/debtors/${source}/client`, into)).status).toBe(200)
  expect((await tenant.api.get(`/debtors/${source}`)).status).toBe(404)
  expect((await tenant.api.delete(`/webhook/${webhook}`)).status).toBe(204)
  const gone = tick()
  for (const path of [`/changelog/debtor/${source}`, `/changelog/webhook/${webhook}`]) {
    const { status, body } = await tenant.api.get(path)
    expect([status, body.data[0].action]).toEqual([200, 'DELETED'])
    const was = (await tenant.api.get(`${path}?asOf=${there}`)).body
    expect(was).toMatchObject({ asOf: { at: there, row: { id: path.split('/').at(-1) } } })
    expect(was.data.some(({ action }: { action: string }) => action === 'DELETED')).toBe(false)
    expect((await tenant.api.get(`${path}?asOf=${gone}`)).body.asOf).toBe(null)
    expect(JSON.stringify(was)).not.toContain('canary')
  }
  const path = `/changelog/debtor/${source}?asOf=${there}`
  expect((await tenant.api.get(path)).body.asOf.row).toMatchObject({ id: source, clientId: from })
  const former = await bound(from)
  const assigned = await assignedTo(narrowedApp(at), tenant, [from])
  const other = await tenantIn(at)
  const debtor = await tenant.holding(['ReadDebtorChangelog'], { clientId: from, debtorId: target })
  for (const api of [former, await bound(to), assigned.api, other.api, debtor]) {
    expect((await api.get(path)).status).toBe(404)
  }
  expect((await tenant.api.get(`/changelog/invoice/${source}`)).status).toBe(404)
  expect((await former.get(`/changelog/webhook/${webhook}`)).status).toBe(404)
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
