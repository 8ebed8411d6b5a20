import { describe, expect, test } from 'vitest'
import type { Rail, RailEvent, RailRequest, RailStanding } from '../../src/ports/rails/rails.ts'

/** By which alias a rail, or its provider's sandbox, does what the contract is about. */
export interface RailAliases {
  pays: string
  declines: string
  waits: string
}

let made = 0

function requestOf(alias: string, more: Partial<RailRequest> = {}): RailRequest {
  const id = `PQ-contract-${++made}`
  return {
    tenantId: 'TN-contract',
    id,
    reference: `${id}/1`,
    direction: 'PULL',
    method: 'SWISH',
    amount: '100.00',
    currency: 'SEK',
    alias,
    text: 'Invoice 1042',
    expiresAt: new Date(Date.now() + 3_600_000),
    externalId: null,
    credentials: {},
    ...more,
  }
}

/** What the platform trusts each rail to do, whoever is behind it. */
export function keepsTheContract(name: string, rail: Rail, aliases: RailAliases): void {
  const sent = async (request: RailRequest) => {
    const told: RailEvent[] = []
    const standing = await rail.send(request, async (event) => void told.push(event))
    const known = { ...request, externalId: standing.externalId }
    return { standing, told, known }
  }
  const endOf = ({ status, externalId }: RailStanding) => ({ status, externalId })

  describe(`the rail ${name}`, () => {
    test('names what it was given, the same however often it is sent', async () => {
      const request = requestOf(aliases.pays)
      const [first, second] = [await sent(request), await sent(request)]
      expect(first.standing.externalId.trim()).not.toBe('')
      expect(second.standing.externalId).toBe(first.standing.externalId)
      expect(second.told.map(({ eventId }) => eventId)).toEqual(
        first.told.map(({ eventId }) => eventId),
      )
      const other = await sent(requestOf(aliases.pays))
      expect(other.standing.externalId).not.toBe(first.standing.externalId)
    })

    test('says of what was paid how much, each time and to whoever asks', async () => {
      const { told, known } = await sent(requestOf(aliases.pays))
      const standing = await rail.status(known)
      expect(standing).toMatchObject({ status: 'COMPLETED', amount: '100.00', currency: 'SEK' })
      expect(endOf(await rail.status(known))).toEqual(endOf(standing))
      for (const event of told) {
        expect(event).toMatchObject({ paymentRequestId: known.id, status: 'COMPLETED' })
        expect(event.externalId).toBe(standing.externalId)
      }
    })

    test('does not forget what was paid when it is cancelled', async () => {
      const { known } = await sent(requestOf(aliases.pays))
      expect((await rail.cancel(known)).status).toBe('COMPLETED')
    })

    test('says why nobody pays', async () => {
      const { known } = await sent(requestOf(aliases.declines))
      const standing = await rail.status(known)
      expect(standing.status).toBe('DECLINED')
      expect(standing.reason).toMatch(/\w/)
    })

    test('waits until it is cancelled, twice as well as once', async () => {
      const { known } = await sent(requestOf(aliases.waits))
      expect((await rail.status(known)).status).toBe('PENDING')
      expect((await rail.cancel(known)).status).toBe('CANCELLED')
      expect((await rail.cancel(known)).status).toBe('CANCELLED')
    })

    test('cancels what it was never sent', async () => {
      expect((await rail.cancel(requestOf(aliases.pays))).status).toBe('CANCELLED')
    })
  })
}
