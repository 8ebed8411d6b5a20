import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveErrand, type ErrandDraft } from '../../src/activities/system/leave-errand.ts'
import { settleErrand } from '../../src/activities/system/settle-errand.ts'
import { Debtor } from '../../src/entities/debtor.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

let made = 0

/** An errand whose cause no check knows. */
async function left(more: Partial<ErrandDraft> = {}): Promise<string> {
  const draft: ErrandDraft = {
    type: 'MONITORING',
    subjectType: 'Client',
    subjectId: clientId,
    clientId,
    title: 'Look at this',
    dedupeKey: `test/${++made}`,
    ...more,
  }
  return (await tenant.work((unit) => leaveErrand(unit, draft))).id
}

const read = async (id: string) => (await tenant.api.get(`/errands/system/${id}`)).body

const told = async (id: string): Promise<string[]> => {
  const { body } = await tenant.api.get(`/errands/system/${id}/events`)
  return body.data.map(({ type }: { type: string }) => type)
}

describe('an errand', () => {
  test('is opened once for a cause, and again when the cause comes back', async () => {
    const dedupeKey = `test/${++made}`
    const first = await left({ dedupeKey, title: 'It broke' })
    expect(await left({ dedupeKey, title: 'It broke again' })).toBe(first)
    expect(await read(first)).toMatchObject({ status: 'OPEN', title: 'It broke again' })
    await tenant.work((unit) => settleErrand(unit, dedupeKey, 'It works'))
    expect(await read(first)).toMatchObject({ status: 'RESOLVED', comment: 'It works' })
    await tenant.work((unit) => settleErrand(unit, dedupeKey, 'It still works'))
    expect(await left({ dedupeKey })).toBe(first)
    expect(await read(first)).toMatchObject({ status: 'OPEN', comment: null })
    expect(await told(first)).toEqual(['OPENED', 'REPEATED', 'RESOLVED', 'REOPENED'])
    const events = await at.owner(
      `select name from event where subject_id = $1 order by occurred_at, id`,
      [first],
    )
    expect(events.map(({ name }) => name)).toEqual(['opened', 'updated', 'resolved', 'opened'])
  })

  test('is opened once by eight at the same time', async () => {
    const dedupeKey = `test/${++made}`
    const ids = await Promise.all(Array.from({ length: 8 }, () => left({ dedupeKey })))
    expect(new Set(ids).size).toBe(1)
  })

  test('is resolved with a comment, once', async () => {
    const id = await left()
    const path = `/errands/system/${id}/resolve`
    const answer = await tenant.api.put(path, { comment: 'Called them' })
    expect(answer.body).toMatchObject({ status: 'RESOLVED', comment: 'Called them' })
    const again = await tenant.api.put(path, { comment: 'And again' })
    expect([again.status, again.body.code]).toEqual([409, 'ERRAND_NOT_OPEN'])
  })

  test('whose cause nobody can look at is closed by force alone', async () => {
    const id = await left()
    const refused = await tenant.api.put(`/errands/system/${id}/close`)
    expect([refused.status, refused.body.code]).toEqual([409, 'ERRAND_CAUSE_REMAINS'])
    const path = `/errands/system/${id}/force-close`
    const answer = await tenant.api.put(path, { reason: 'Not ours' })
    expect(answer.body).toMatchObject({ status: 'CLOSED', comment: 'Not ours' })
    expect((await tenant.api.put(path, { reason: 'Twice' })).body.code).toBe('ERRAND_NOT_OPEN')
    expect(await told(id)).toEqual(['OPENED', 'FORCE_CLOSED'])
  })

  test('without a suggestion performs nothing, and nothing that does not fit it', async () => {
    const id = await left()
    const path = `/errands/system/${id}/perform`
    expect((await tenant.api.put(path)).body.code).toBe('ERRAND_WITHOUT_ACTION')
    const unfit = await tenant.api.put(path, { action: 'VALIDATE_INVOICE' })
    expect([unfit.status, unfit.body.code]).toEqual([409, 'ERRAND_WITHOUT_ACTION'])
    expect(await told(id)).toEqual(['OPENED'])
  })

  test('takes another suggestion while it is open', async () => {
    const id = await left()
    const path = `/errands/system/${id}/update-monitoring-suggestion`
    const suggestion = { action: 'RETRY_ONBOARDING', confidence: '0.8', reason: 'It passed' }
    expect((await tenant.api.put(path, { suggestion })).body.suggestion).toEqual(suggestion)
    await tenant.api.put(`/errands/system/${id}/resolve`, { comment: 'Done' })
    expect((await tenant.api.put(path, { suggestion })).body.code).toBe('ERRAND_NOT_OPEN')
  })

  test('of a client is seen by that client and by no other', async () => {
    const id = await left()
    const own = await tenant.holding(['ReadSystemErrands', 'ReadSystemErrand'], { clientId })
    const other = await tenant.holding(['ReadSystemErrands', 'ReadSystemErrand'], {
      clientId: await clientIn(tenant),
    })
    expect((await own.get(`/errands/system/${id}`)).status).toBe(200)
    expect((await other.get(`/errands/system/${id}`)).status).toBe(404)
    expect((await other.get(`/errands/system/${id}/events`)).status).toBe(404)
    const found = await tenant.api.post('/errands/system/search', {
      filters: { type: 'MONITORING', clientId, status: ['OPEN'] },
    })
    expect(found.body.data.map((errand: { id: string }) => errand.id)).toContain(id)
  })
})

describe('an errand about a client', () => {
  test('that is the tenant’s work is ended by nobody who is bound to its client', async () => {
    const own = await tenant.holding(
      [
        'PerformSystemErrands',
        'ResolveSystemErrands',
        'CloseSystemErrands',
        'ForceCloseSystemErrands',
        'UpdateErrandSuggestion',
      ],
      { clientId },
    )
    const verbs = {
      perform: { action: 'VALIDATE_INVOICE' },
      resolve: { comment: 'Done' },
      close: {},
      'force-close': { reason: 'Old' },
      'update-monitoring-suggestion': { suggestion: { action: 'VALIDATE_INVOICE' } },
    }
    for (const type of ['BANKRUPTCY', 'AML', 'PAYOUT', 'AUTOMATION'] as const) {
      const id = await left({ type })
      for (const [verb, sent] of Object.entries(verbs)) {
        const { status, body } = await own.put(`/errands/system/${id}/${verb}`, sent)
        expect([type, verb, status, body.code]).toEqual([type, verb, 403, 'ACCESS_DENIED'])
      }
      expect(await told(id)).toEqual(['OPENED'])
    }
    for (const more of [
      { type: 'INVOICE_VALIDATION' } as const,
      { type: 'AUTOMATION', subjectType: 'Automation' } as const,
    ]) {
      const id = await left(more)
      const done = await own.put(`/errands/system/${id}/resolve`, { comment: 'Done' })
      expect(done.status).toBe(200)
    }
  })
})

describe('the validation of an invoice', () => {
  const validate = (invoiceId: string) =>
    tenant.api.post(`/errands/system/invoice-validation-errors/${invoiceId}`)

  const codesOf = (answer: { body: { data: { data: { code: string } }[] } }) =>
    answer.body.data.map(({ data }) => data.code).toSorted()

  /** An invoice whose debtor has no e-mail address. */
  async function faulty(): Promise<{ invoiceId: string; debtorId: string }> {
    const invoiceId = await createdInvoice(tenant, clientId, {
      debtor: { customerNumber: `Q-${++made}`, name: 'Quiet AB', type: 'COMPANY' },
    })
    const { debtorId } = await tenant.work((unit) => unit.load(Invoice, invoiceId))
    return { invoiceId, debtorId }
  }

  test('opens an errand a fault, and resolves those whose fault is gone', async () => {
    const { invoiceId, debtorId } = await faulty()
    const answer = await validate(invoiceId)
    expect(answer.status).toBe(200)
    expect(codesOf(answer)).toContain('DEBTOR_EMAIL_MISSING')
    const errand = answer.body.data.find(
      ({ data }: { data: { code: string } }) => data.code === 'DEBTOR_EMAIL_MISSING',
    )
    expect(errand).toMatchObject({ type: 'INVOICE_VALIDATION', status: 'OPEN', clientId })
    const listed = await tenant.api.get(
      `/errands/system/invoice-validation-errors?subjectId=${invoiceId}`,
    )
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(errand.id)

    const remains = await tenant.api.put(`/errands/system/${errand.id}/close`)
    expect([remains.status, remains.body.code]).toEqual([409, 'ERRAND_CAUSE_REMAINS'])
    const seen = await tenant.api.put(`/errands/system/${errand.id}/calculate-status`)
    expect(seen.body.status).toBe('OPEN')

    await tenant.work(async (unit) => {
      const debtor = await unit.load(Debtor, debtorId)
      debtor.email = 'loud@quiet.example'
    })
    expect(codesOf(await validate(invoiceId))).not.toContain('DEBTOR_EMAIL_MISSING')
    expect(await read(errand.id)).toMatchObject({ status: 'RESOLVED' })
    const closed = await tenant.api.put(`/errands/system/${errand.id}/close`)
    expect(closed.body.status).toBe('CLOSED')
    expect(await told(errand.id)).toEqual(['OPENED', 'STATUS_CALCULATED', 'RESOLVED', 'CLOSED'])
  })

  test('is what such an errand performs; a cause that is gone resolves it', async () => {
    const { invoiceId, debtorId } = await faulty()
    const { body } = await validate(invoiceId)
    const { id } = body.data[0]
    const path = `/errands/system/${id}/perform`
    expect((await tenant.api.put(path)).body).toMatchObject({ status: 'OPEN' })
    await tenant.work(async (unit) => {
      for (const code of ['email', 'phone'] as const) {
        const debtor = await unit.load(Debtor, debtorId)
        debtor[code] = code === 'email' ? 'loud@quiet.example' : '0700000000'
      }
    })
    const seen = await tenant.api.put(`/errands/system/${id}/calculate-status`)
    const gone = body.data[0].data.code === 'DEBTOR_EMAIL_MISSING'
    expect(seen.body.status).toBe(gone ? 'RESOLVED' : 'OPEN')
  })

  test('of an invoice that is not there is 404', async () => {
    expect((await validate('I06D7ZCEWYHZ8N17900DG7H8PR4')).status).toBe(404)
  })
})
