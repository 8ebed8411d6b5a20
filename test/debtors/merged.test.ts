import { describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { activated, dayFromNow, newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn, createdInvoice, emptied } from '../support/trade.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, debtorOf, unbooked } = await movingDebtors()

const readDebtor = async (id: string) => (await tenant.api.get(`/debtors/${id}`)).body
const nameless = { identificationNumber: undefined }
const guarantor = { name: 'Berg AB', type: 'COMPANY', countryCode: 'SE' }

/** One that is the same as a bankrupt, which another client knows by its number. */
async function bankrupt() {
  const source = await unbooked(from)
  const number = String(source.debtor['identificationNumber'])
  const facts = {
    date: dayFromNow(at, -2),
    caseNumber: 'K 1-26',
    trustee: 'Advokat Berg',
    lastClaimDate: dayFromNow(at, 60),
  }
  const declared = await tenant.api.post(`/system-debtors/${number}/bankruptcy`, facts)
  expect(declared.status).toBe(200)
  return { ...source, number }
}

describe('two debtors that are the same', () => {
  test('have the number that one of them had, and all that the tenant knows by it', async () => {
    const source = await bankrupt()
    const target = await unbooked(to, nameless)
    const moved = await move(source.debtorId, { clientId: to, debtorId: target.debtorId })
    expect(moved.status).toBe(200)
    const { body: identity } = await tenant.api.get(`/system-debtors/${source.number}`)
    expect(moved.body).toMatchObject({
      id: target.debtorId,
      identificationNumber: source.number,
      systemDebtorId: identity.id,
      bankruptSince: dayFromNow(at, -2),
    })
    expect((await traceOf(at, target.debtorId)).events).toContain('bankruptcyChanged')
    const claim = await activated(at, tenant, to, { debtor: target.debtor })
    const answer = await tenant.api.put(`/factoring-decisions/${claim}/factoring`, {})
    expect([answer.status, answer.body.code]).toEqual([409, 'DEBTOR_BLOCKED'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('are both who the other is, where that one alone had a number', async () => {
    const target = await unbooked(to)
    const debtor = newDebtor(nameless)
    const settled = await activated(at, tenant, from, { debtor })
    await emptied(tenant, settled)
    const draft = await createdInvoice(tenant, from, { debtor })
    const source = await debtorOf(settled)
    const moved = await move(source, { clientId: to, debtorId: target.debtorId })
    expect([moved.status, await debtorOf(draft)]).toEqual([200, target.debtorId])
    const { systemDebtorId } = await readDebtor(target.debtorId)
    expect(systemDebtorId).not.toBeNull()
    expect(await readDebtor(source)).toMatchObject({
      movedToId: target.debtorId,
      systemDebtorId,
      identificationNumber: target.debtor['identificationNumber'],
    })
  })

  test('stay in the country of the number, whichever that of the client is', async () => {
    const norwegian = await clientIn(tenant, {
      countryCode: 'NO',
      identificationNumber: '923609016',
    })
    const [one, other] = [await unbooked(from), await unbooked(from)]
    const { systemDebtorId } = await readDebtor(one.debtorId)
    const moved = await move(one.debtorId, { clientId: norwegian })
    expect(moved.body).toMatchObject({ systemDebtorId, countryCode: 'SE' })
    const into = await unbooked(norwegian, nameless)
    const merged = await move(other.debtorId, { clientId: norwegian, debtorId: into.debtorId })
    expect(merged.body).toMatchObject({
      countryCode: 'SE',
      systemDebtorId: (
        await tenant.api.get(`/system-debtors/SE${String(other.debtor['identificationNumber'])}`)
      ).body.id,
    })
    const back = await move(moved.body.id, { clientId: from, customerNumber: `B-${Date.now()}` })
    expect(back.body).toMatchObject({ systemDebtorId, countryCode: null })
  })

  test('are not the one who guarantees for the other', async () => {
    const target = await unbooked(from)
    const source = await unbooked(from, nameless)
    const path = `/invoices/${source.invoiceId}/guarantors`
    const identificationNumber = target.debtor['identificationNumber']
    const { body } = await tenant.api.post(path, { ...guarantor, identificationNumber })
    const into = { clientId: from, debtorId: target.debtorId }
    const refusal = { code: 'GUARANTOR_IS_DEBTOR', existingId: body.id }
    expect(await move(source.debtorId, into)).toMatchObject({ status: 409, body: refusal })
    const numbered = await tenant.api.put(`/debtors/${source.debtorId}`, { identificationNumber })
    expect(numbered).toMatchObject({ status: 409, body: refusal })
    expect((await readDebtor(source.debtorId)).systemDebtorId).toBeNull()
    await tenant.api.put(`${path}/${body.id}`, { status: 'RELEASED' })
    expect((await move(source.debtorId, into)).status).toBe(200)
    const again = await tenant.api.put(`${path}/${body.id}`, { status: 'ACTIVE' })
    expect([again.status, again.body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/status', code: 'IS_DEBTOR' })],
    ])
  })
})

describe('a refused move', () => {
  test('points at what was sent, and names what is in its way', async () => {
    const { debtor, debtorId } = await unbooked(from)
    const { customerNumber } = debtor
    const { debtorId: there } = await unbooked(to, { customerNumber })
    const pointersOf = async (body: object) => {
      const answer = await move(debtorId, { clientId: to, ...body })
      const { errors = [], code, existingId } = answer.body
      return [code, existingId, errors.map(({ pointer }: { pointer: string }) => pointer)]
    }
    expect(await pointersOf({})).toEqual(['ALREADY_EXISTS', there, ['/clientId']])
    expect(await pointersOf({ customerNumber })).toEqual([
      'ALREADY_EXISTS',
      there,
      ['/customerNumber'],
    ])
    const invoiceNumber = `N-${debtorId}`
    const mine = await unbooked(from, {}, { invoiceNumber })
    const theirs = await unbooked(to, {}, { invoiceNumber })
    const taken = await move(mine.debtorId, { clientId: to })
    expect(taken).toMatchObject({
      status: 409,
      body: {
        code: 'INVOICE_ALREADY_EXISTS',
        existingId: theirs.invoiceId,
        errors: [{ pointer: '/clientId' }],
      },
    })
  })
})
