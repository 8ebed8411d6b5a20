import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextPaymentReferences } from '../../src/activities/clients/next-payment-reference.ts'
import { isOcr, isRf } from '../../src/domain/clients/references.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { Rows } from '../support/rows.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

/** A client whose references nobody has set up. */
async function bareClient(countryCode = 'SE'): Promise<string> {
  const row = await new Rows(at, tenant.id).add('client', { countryCode })
  return String(row['id'])
}

async function take(unit: Unit, clientId: string, count = 1): Promise<readonly (string | null)[]> {
  const taken = await nextPaymentReferences(unit, new Map([[clientId, count]]))
  return taken.get(clientId) ?? []
}

const next = async (clientId: string) => {
  const [reference] = await tenant.work((unit) => take(unit, clientId))
  return reference ?? ''
}

describe('the reference of a client’s next invoice', () => {
  test('follows from its country where nobody has said how', async () => {
    const [sweden, finland] = [await bareClient('SE'), await bareClient('FI')]
    expect(isOcr(await next(sweden), 'VARIABLE')).toBe(true)
    expect(isRf(await next(finland))).toBe(true)
  })

  test('is nobody else’s, however many ask at once', async () => {
    const clients = [await bareClient(), await bareClient(), await bareClient('FI')]
    const asked = Array.from({ length: 60 }, (_, n) => next(clients[n % 3]!))
    const references = await Promise.all(asked)
    expect(new Set(references).size).toBe(60)
    const rows = await at.owner(
      `select prefix, next_number from payment_reference_setting where client_id = any($1)`,
      [clients],
    )
    expect(new Set(rows.map(({ prefix }) => prefix)).size).toBe(3)
    expect(rows.map(({ next_number: number }) => number)).toEqual(['21', '21', '21'])
  })

  test('is taken many at a time, in their order and without a gap', async () => {
    const clientId = await bareClient()
    const references = await tenant.work((unit) => take(unit, clientId, 5))
    const numbers = references.map((reference) => Number(reference?.slice(6, 10)))
    expect(numbers).toEqual([1, 2, 3, 4, 5])
    expect((await next(clientId)).slice(6, 10)).toBe('0006')
  })

  test('is given back with the work that took it', async () => {
    const clientId = await bareClient()
    const failed = tenant.work(async (unit) => {
      await take(unit, clientId)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect((await next(clientId)).slice(6, 10)).toBe('0001')
  })

  test('is made as the client’s settings say', async () => {
    const clientId = await bareClient()
    await new Rows(at, tenant.id).add('payment_reference_setting', {
      clientId,
      scheme: 'OCR',
      level: 'FIXED',
      prefix: '977',
      length: 12,
      nextNumber: 41n,
    })
    const reference = await next(clientId)
    expect(reference).toMatch(/^97700000041\d$/)
    expect(isOcr(reference, 'FIXED', 12)).toBe(true)
  })

  test('is none where the agreed length is used up, and keeps no other client back', async () => {
    const [short, other] = [await bareClient(), await bareClient()]
    await new Rows(at, tenant.id).add('payment_reference_setting', {
      clientId: short,
      scheme: 'OCR',
      level: 'FIXED',
      prefix: '978',
      length: 8,
      nextNumber: 9_999n,
    })
    const taken = await tenant.work((unit) =>
      nextPaymentReferences(
        unit,
        new Map([
          [short, 2],
          [other, 1],
        ]),
      ),
    )
    expect(taken.get(short)?.map((reference) => reference?.length)).toEqual([8, undefined])
    expect(isOcr(taken.get(other)?.[0] ?? '', 'VARIABLE')).toBe(true)
  })

  test('is none of a client that is not there', async () => {
    expect(await next(newId('Client'))).toBe('')
  })
})
