import { RailAway } from './rails.ts'
import { tell } from './tell.ts'
import type { Rail, RailRequest, RailStanding } from './rails.ts'

/*
 * A rail for demonstrations and tests, which moves no money. It has no memory: what becomes of a
 * request follows from the last two digits of its alias, so that it says the same after a restart.
 */

/** What an alias that ends in these digits does; any other, and none, pays at once. */
export const simulated = {
  '01': 'is declined at once',
  '02': 'never answers, until its time is out',
  '03': 'fails at the rail',
  '04': 'pays, and is known to have paid only when it is asked',
  '05': 'pays half, rounded down to whole units',
  '06': 'cannot be reached',
  '07': 'has paid when it is cancelled, and tells nobody before',
} as const
type Ending = keyof typeof simulated

const isEnding = (text: string): text is Ending => Object.hasOwn(simulated, text)

function endingOf({ alias }: RailRequest): Ending | undefined {
  const digits = (alias ?? '').replaceAll(/\D/g, '').slice(-2)
  return isEnding(digits) ? digits : undefined
}

const pages = new Set(['CARD', 'PAY_LINK'])

function standing(
  { reference, method }: RailRequest,
  status: RailStanding['status'],
  more: Partial<RailStanding> = {},
): RailStanding {
  const externalId = `SIM-${reference}`
  const redirectUrl = pages.has(method) ? `https://pay.example/${reference}` : undefined
  return { status, externalId, redirectUrl, ...more }
}

function half(amount: string): string {
  const units = BigInt(amount.split('.')[0] ?? '0') / 2n
  return String(units > 0n ? units : 1n)
}

/** How it is, for whoever asks. */
function askedFor(request: RailRequest): RailStanding {
  const { amount, currency } = request
  switch (endingOf(request)) {
    case '01':
      return standing(request, 'DECLINED', { reason: 'Whoever was asked has declined' })
    case '02':
    case '07':
      return standing(request, 'PENDING')
    case '03':
      return standing(request, 'FAILED', { reason: 'The simulated bank is closed' })
    case '05':
      return standing(request, 'COMPLETED', { amount: half(amount), currency })
    case '06':
      throw new RailAway('The simulated rail cannot be reached')
    default:
      return standing(request, 'COMPLETED', { amount, currency })
  }
}

/** What nobody has sent is nowhere. */
const wasSent = ({ externalId }: RailRequest) => externalId !== null

/** What is known at once is told by the event that any rail sends; the answer itself says PENDING. */
export const simulator: Rail = {
  async send(request, callback) {
    const known = askedFor(request)
    const waiting = standing(request, 'PENDING')
    if (known.status === 'PENDING' || endingOf(request) === '04') return waiting
    const { status, amount, currency, externalId, reason } = known
    await tell(callback, {
      eventId: externalId,
      paymentRequestId: request.id,
      status,
      amount,
      currency,
      externalId,
      reason,
    })
    return waiting
  },

  status: async (request) => (wasSent(request) ? askedFor(request) : standing(request, 'PENDING')),

  async cancel(request) {
    const known = askedFor(request)
    if (!wasSent(request)) return standing(request, 'CANCELLED')
    const { amount, currency } = request
    if (endingOf(request) === '07') return standing(request, 'COMPLETED', { amount, currency })
    return known.status === 'PENDING' ? standing(request, 'CANCELLED') : known
  },
}
