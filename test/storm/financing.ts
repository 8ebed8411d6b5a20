import { on, type Step } from './claims.ts'
import { decideAll, workOffAll, type Caller, type Claim } from './caller.ts'

const salable = `main_status = 'ACTIVATED' and product_code = 'INVOICE_SERVICE'
  and type <> 'CREDIT_INVOICE' and balance > 0`
const asked = `financing_status = 'REQUESTED'`
const held = `exists (select from factoring_decision d where d.tenant_id = invoice.tenant_id
  and d.invoice_id = invoice.id and d.status = 'REFINANCE')`
const bought = `financing_status in ('FINANCED', 'REFINANCED')`

const moves = [
  { status: 'DECIDED', financeDecision: 'APPROVED' },
  { status: 'DECIDED', financeDecision: 'APPROVED' },
  { status: 'DECIDED', financeDecision: 'DENIED_SERVICE' },
  { status: 'DECIDED', financeDecision: 'DENIED' },
  { status: 'REFINANCE' },
  { status: 'REFINANCE', financeDecision: 'REFINANCE', comment: 'Theirs' },
  { status: 'WAITING', subStatusId: 77 },
  { status: 'READY_FOR_DECISION' },
] as const

const request = (caller: Caller, { id }: Claim) =>
  caller.put('request', `/factoring-decisions/${id}/factoring`, {})

const decisions: Readonly<Record<string, Step>> = {
  request: on(salable, request),
  finance: on(salable, async (caller, claim, b) => {
    if ((await request(caller, claim)).status !== 200) return
    if (b % 3 === 0) return decideAll(caller)
    const move = moves[b % 4]!
    await caller.put('decide', `/factoring-decisions/${claim.id}/move`, move)
  }),
  move: on(asked, (caller, { id }, b) => {
    const move = moves[b % moves.length]!
    return caller.put(`move ${move.status}`, `/factoring-decisions/${id}/move`, move)
  }),
  engine: (caller) => decideAll(caller),
  external: on(held, (caller, { id }, b) =>
    caller.put('external', `/factoring-decisions/${id}/move-external`, {
      decision: (['APPROVED', 'APPROVED', 'DENIED', 'DENIED_SERVICE'] as const)[b % 4],
      ...(b % 5 === 0 && { amount: '12.34' }),
    }),
  ),
  bulkMove: async (caller, a, b) => {
    const { body } = await caller.tenant.api.post('/factoring-decisions/invoices/search', {})
    const all: { id: string }[] = body.data
    const ids = [...new Set([all[a % all.length], all[b % all.length]])].flatMap(
      (one) => one?.id ?? [],
    )
    if (ids.length === 0) return
    await caller.put('bulk move', '/factoring-decisions/move', { ids, ...moves[b % moves.length] })
    await workOffAll(caller)
  },
}

const funding: Readonly<Record<string, Step>> = {
  recourse: on(bought, (caller, { id }) =>
    caller.put('recourse', `/invoice-refinancing/${id}/use-recourse`, { reasonCode: 'BREACH' }),
  ),
  refinance: on(bought, (caller, { id }, b) =>
    caller.put('refinance', `/invoice-refinancing/${id}`, {
      ...(b % 2 === 0 && {
        toProviderCode: `BANK${b % 3}`,
        amount: `${1 + (b % 9)}.00`,
        fee: `0.${b % 8}0`,
      }),
      ...(b % 3 !== 0 && { status: (['PROPOSED', 'ACTIVE', 'ACTIVE', 'REPAID'] as const)[b % 4] }),
    }),
  ),
}

const limits: Readonly<Record<string, Step>> = {
  limit: async (caller, a, b) => {
    const { body } = await caller.tenant.api.get('/credit-statuses?limit=100')
    const status = body.data[a % body.data.length]
    const creditLimit = [null, '0', '50', '1000000'][b % 4]
    const temporary = b % 5 === 0 ? { temporaryLimit: '70', temporaryUntil: '2999-01-01' } : {}
    const sent = { creditLimit, ...temporary, ...(b % 6 === 0 && { temporaryLimit: null }) }
    if (b % 3 > 0) return caller.put('limit', `/credit-statuses/${status.id}`, sent)
    const items = body.data.slice(0, 3).map(({ id }: { id: string }) => ({ id, ...sent }))
    await caller.put('limits', '/credit-statuses/multiple-update', { items })
  },
  debtorLimit: async (caller, a, b) => {
    const rows = await caller.ground.at.owner(
      'select id from system_debtor where tenant_id = $1 order by id',
      [caller.tenant.id],
    )
    const id = rows[a % rows.length]?.['id']
    if (id === undefined) return
    const path = `/system-debtor-credit-status/system-debtor/${String(id)}`
    const creditLimit = [null, '20', '1000000', '500000'][b % 4]
    await caller.put('debtor limit', path, { currency: b % 4 === 0 ? 'EUR' : 'SEK', creditLimit })
  },
  block: async (caller, _, b) => {
    const number = b % 2 === 0 ? '5566778899' : '5599001236'
    await caller.ask('unblock', 'DELETE', `/debtor-blocked/${number}`)
    if (b % 3 !== 0) return
    await caller.post('block', '/debtor-blocked', {
      identificationNumber: number,
      products: ['FACTORING'],
    })
  },
  debtor: async (caller, a, b) => {
    const { body } = await caller.tenant.api.get('/debtors?limit=100')
    const debtor = body.data[a % body.data.length]
    if (debtor === undefined) return
    const path = `/debtors/${debtor.id}`
    if (b % 3 === 0) return caller.put('debtor balance', `${path}/calculate-balance`)
    const identificationNumber = [null, '556677-8899', '559900-1236', '559900-7779'][b % 4]
    await caller.put('debtor identity', path, { identificationNumber })
  },
  product: async (caller, a, b) => {
    const { body } = await caller.tenant.api.get(
      '/client-products?productCode=INVOICE_FACTORING_SELL',
    )
    const { id } = body.data[a % body.data.length]
    const path = `/client-products/${id}`
    if (b % 5 === 0)
      return caller.put('product off', `${path}/toggle`, { enabled: false, runOff: b % 2 === 0 })
    if (b % 5 === 1) {
      await caller.put('apply', `${path}/apply`)
      return workOffAll(caller)
    }
    if (b % 5 === 2) {
      const terms = { advanceRate: ['0.9', '0.5', '1', '0'][b % 4], limitsApply: b % 3 > 0 }
      return caller.put('terms', path, { ...terms, manualControl: b % 7 === 0 })
    }
    await caller.put('product on', `${path}/toggle`, { enabled: true, recourseDays: b % 40 })
  },
  subStatus: async (caller, _, b) => {
    const coreStatus = ['WAITING', 'REFINANCE', 'DECIDED', 'PENDING'][b % 4]
    const isDefault = b % 3 === 0
    await caller.post('sub-status', '/credit-decision-status', {
      coreStatus,
      name: `S${b}`,
      isDefault,
    })
    if (b % 5 === 0)
      await caller.ask('no sub-status', 'DELETE', `/credit-decision-status/${1 + (b % 9)}`)
  },
}

export const financingSteps: Readonly<Record<string, Step>> = {
  ...decisions,
  ...funding,
  ...limits,
}
