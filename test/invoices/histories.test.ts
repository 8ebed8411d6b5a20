import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { financedClient } from '../factoring/ground.ts'
import { balancesOf, driftsOf, trialOf } from '../support/books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

/** Run again with `SEED=…` to repeat what was found. */
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = 6
const stepsMax = 25

/** What happened so far in one tenant: claims of two clients, some of them bought. */
class History {
  readonly tenant: TestTenant
  readonly clients: readonly string[]
  readonly debits: string[] = []
  readonly credits: string[] = []
  readonly #owners = new Map<string, string>()
  readonly done: string[] = []

  constructor(tenant: TestTenant, clients: readonly string[]) {
    this.tenant = tenant
    this.clients = clients
  }

  /** A rule may refuse; nothing else may go wrong. */
  async ask(what: string, path: string, body?: object): Promise<Answered> {
    const answer = await this.tenant.api.put(path, body)
    this.done.push(`${what}: ${answer.status} ${answer.body.code ?? ''}`)
    expect([200, 409], `${what} ${JSON.stringify(answer.body)}`).toContain(answer.status)
    return answer
  }

  async book(client: number, price: number, isCredit: boolean): Promise<string> {
    // Most of it is the first client's, whose claims can be bought.
    const clientId = this.clients[client % 4 === 3 ? 1 : 0] ?? ''
    const articleRows = [
      { description: 'Planks', quantity: '1', price: `${price / 100}`, vatPercentage: 25 },
      { description: 'Food', quantity: '3', price: '0.33', vatPercentage: 12 },
    ]
    const type = isCredit ? 'CREDIT_INVOICE' : 'INVOICE'
    const id = await activatedInvoice(this.tenant, clientId, { type, articleRows })
    const made = isCredit ? this.credits : this.debits
    made.push(id)
    this.#owners.set(id, clientId)
    this.done.push(`booked ${type} of ${price}`)
    return id
  }

  /** Debits of the client of a credit note: those that it may be linked to. */
  besides(creditId: string): string[] {
    return this.debits.filter((id) => this.#owners.get(id) === this.#owners.get(creditId))
  }

  eventsOf = async (claimId: string): Promise<Record<string, string>[]> =>
    (await this.tenant.api.get(`/invoices/events/financial?claimId=${claimId}&sort=id`)).body.data

  state = async () => ({
    trial: await trialOf(at, this.tenant.id),
    balances: await balancesOf(at, this.tenant.id),
  })
}

type Step = (history: History, a: number, b: number) => Promise<void>

const pick = (ids: readonly string[], n: number): string | undefined => ids[n % ids.length]

const onDebit =
  (work: (history: History, id: string, b: number) => Promise<unknown>): Step =>
  async (history, a, b) => {
    const id = pick(history.debits, a)
    if (id !== undefined) await work(history, id, b)
  }

const steps: Readonly<Record<string, Step>> = {
  book: async (history, a, b) => void (await history.book(a, 100 + b, false)),
  credit: async (history, a, b) => void (await history.book(a, 50 + b, true)),
  link: async (history, a, b) => {
    const creditId = pick(history.credits, a)
    if (creditId === undefined) return
    const own = history.besides(creditId)
    const debits = [...new Set([pick(own, b), pick(own, b + (b % 2))])]
    if (debits[0] === undefined) return
    const amount = b % 3 === 0 ? { amount: '1.01' } : {}
    const wanted = debits.map((id) => ({ id, ...amount }))
    await history.ask('link', '/invoices/link-multiple', { creditId, debits: wanted })
  },
  unlink: onDebit(async (history, id, b) => {
    const links = (await history.eventsOf(id)).filter(({ type }) => type === 'CREDIT_LINK')
    const link = links[b % links.length]
    if (link === undefined) return
    await history.ask('unlink', `/invoices/events/financial/${link['id']}/unlink-credit`)
  }),
  linkAndBack: async (history, a, b) => {
    const creditId = pick(history.credits, a)
    const debit = creditId === undefined ? undefined : pick(history.besides(creditId), b)
    if (creditId === undefined || debit === undefined) return
    const before = await history.state()
    const wanted = { creditId, debits: [{ id: debit }] }
    const { status } = await history.ask('link', '/invoices/link-multiple', wanted)
    if (status !== 200) return
    const links = (await history.eventsOf(debit)).filter(({ type }) => type === 'CREDIT_LINK')
    const path = `/invoices/events/financial/${links.at(-1)?.['id']}/reverse`
    expect((await history.ask('reverse the link', path)).status).toBe(200)
    expect(await history.state()).toEqual(before)
  },
  bookAndBack: async (history, a, b) => {
    const before = await history.state()
    const id = await history.book(a, 100 + b, b % 2 === 0)
    const [booked] = await history.eventsOf(id)
    const path = `/invoices/events/financial/${booked?.['id']}/reverse`
    expect((await history.ask('reverse the booking', path)).status).toBe(200)
    const after = await history.state()
    expect(after.trial).toEqual(before.trial)
    for (const [of, balance] of Object.entries(before.balances)) {
      expect([of, after.balances[of]]).toEqual([of, balance])
    }
  },
  reverse: onDebit(async (history, id, b) => {
    const events = await history.eventsOf(id)
    const event = events[b % events.length]
    if (event === undefined) return
    await history.ask(
      `reverse ${event['type']}`,
      `/invoices/events/financial/${event['id']}/reverse`,
    )
  }),
  pause: onDebit((history, id) =>
    history.ask('pause', `/invoices/${id}/actions/pause`, { until: '2999-01-31' }),
  ),
  resume: onDebit((history, id) => history.ask('resume', `/invoices/${id}/actions/resume`)),
  stop: onDebit((history, id) => history.ask('stop', `/invoices/${id}/actions/stop`)),
  finance: onDebit(async (history, id, b) => {
    const asked = await history.ask('request', `/factoring-decisions/${id}/factoring`, {})
    if (asked.status !== 200) return
    const ready = { status: 'READY_FOR_DECISION' }
    await history.ask('ready', `/factoring-decisions/${asked.body.id}/move`, ready)
    const financeDecision = ['APPROVED', 'APPROVED', 'DENIED_SERVICE', 'DENIED'][b % 4]
    const move = { status: 'DECIDED', financeDecision }
    await history.ask(`${financeDecision}`, `/factoring-decisions/${asked.body.id}/move`, move)
  }),
  recourse: onDebit((history, id) =>
    history.ask('recourse', `/invoice-refinancing/${id}/use-recourse`, { reasonCode: 'BREACH' }),
  ),
}

async function begun(): Promise<History> {
  const tenant = await tenantIn(at)
  await tenant.api.post('/reason-code', { code: 'BREACH', type: 'OVERRIDE', name: 'Breach' })
  const terms = { recourse: true, recourseDays: 30 }
  const clients = [await financedClient(tenant, { terms }), await clientIn(tenant)]
  return new History(tenant, clients)
}

test(
  `whatever happens to claims, all that is kept is what its events tell (SEED=${seed})`,
  { timeout: 500_000 },
  async () => {
    const often = ['book', 'credit', 'link', 'link', 'link', 'finance', 'finance', 'unlink']
    const step = fc.tuple(
      fc.constantFrom(...often, ...Object.keys(steps)),
      fc.nat({ max: 1000 }),
      fc.nat({ max: 9999 }),
    )
    const first: [string, number, number][] = [
      ['book', 0, 7777],
      ['finance', 0, 0],
      ['credit', 0, 333],
      ['link', 0, 2],
    ]
    const history = fc.array(step, { minLength: 12, maxLength: stepsMax })
    await fc.assert(
      fc.asyncProperty(history, async (taken) => {
        const told = await begun()
        for (const each of [...first, ...taken]) {
          const [name, a, b] = each
          await steps[name]?.(told, a, b)
          expect(await driftsOf(at, told.tenant.id), told.done.join('\n')).toEqual([])
        }
      }),
      { seed, numRuns: runs, endOnFailure: true },
    )
  },
)
