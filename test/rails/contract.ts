import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentRequest } from '../../src/activities/webhooks/inbound/event-bodies.ts'
import type { Rail, RailEvent, RailRequest, RailStanding } from '../../src/ports/rails/rails.ts'
import { listening, type Listening } from '../support/listening.ts'

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

/** What was asked of the callback, as it came. */
interface Told {
  asked: string
  event: RailEvent
}

/** Stands where the platform does, and takes what a rail sends as the platform does. */
function callback(status: number) {
  const told: Told[] = []
  let at: Listening
  beforeAll(async () => {
    at = await listening({
      fetch: async (request) => {
        const { method, headers, url } = request
        const place = `${method} ${new URL(url).pathname}`
        const asked = `${place} ${headers.get('authorization')} ${headers.get('content-type')}`
        told.push({ asked, event: paymentRequest.parse(await request.json()) as RailEvent })
        return Response.json({}, { status })
      },
    })
  })
  afterAll(() => at.stop())
  const given = (id: string) => ({ url: `${at.url}/told/${id}`, token: `token-of-${id}` })
  const of = (id: string) => told.filter(({ event }) => event.paymentRequestId === id)
  return { given, of }
}

const nowhere = { url: 'http://127.0.0.1:9/events', token: 'token' }

/** What the platform trusts each rail to do, whoever is behind it. */
export function keepsTheContract(name: string, rail: Rail, aliases: RailAliases): void {
  const platform = callback(200)
  const refusing = callback(401)
  const sent = async (request: RailRequest) => {
    const before = platform.of(request.id).length
    const standing = await rail.send(request, platform.given(request.id))
    const told = platform.of(request.id).slice(before)
    const known = { ...request, externalId: standing.externalId }
    return { standing, told: told.map(({ event }) => event), known }
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

    test('tells at the callback with its token, as the platform takes it', async () => {
      const { known } = await sent(requestOf(aliases.pays))
      for (const { asked, event } of platform.of(known.id)) {
        const token = `Bearer token-of-${known.id}`
        expect(asked).toBe(`PUT /told/${known.id} ${token} application/json`)
        expect(event.eventId.trim()).not.toBe('')
      }
    })

    test('knows what was paid though nobody hears it tell, or takes what it tells', async () => {
      const [unheard, refused] = [requestOf(aliases.pays), requestOf(aliases.pays)]
      const answers = [
        { request: unheard, said: await rail.send(unheard, nowhere) },
        { request: refused, said: await rail.send(refused, refusing.given(refused.id)) },
      ]
      for (const { request, said } of answers) {
        const standing = await rail.status({ ...request, externalId: said.externalId })
        expect(standing).toMatchObject({ status: 'COMPLETED', amount: '100.00' })
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
