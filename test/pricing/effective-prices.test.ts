import { expect, test } from 'vitest'
import { priceBookOf } from '../../src/activities/pricing/price-book.ts'
import { plusDays } from '../../src/domain/dates.ts'
import { Client } from '../../src/entities/client.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { tenant } = await worldWithTenant()

const today: string = (await tenant.api.get(`/price-lists/target/${tenant.id}`)).body.date
const days = 20
type Pick = (bound: number) => number

/** In whole kronor each and whole hundredths, so that nothing is rounded. */
interface Rate {
  fixed: number
  percent: number
}
interface Bracket extends Rate {
  from: number
  to: number | null
}
interface Said {
  id: string
  targetType: string
  targetId: string | null
  validFrom: string
  /** None where the list leaves it to the next. */
  price: { max: number; brackets: Bracket[] | null; rate: Rate } | null
}

const rateBy = (pick: Pick): Rate => ({ fixed: pick(50), percent: pick(5) })

/** From nothing on, without gap or overlap. */
function bracketsBy(pick: Pick): Bracket[] {
  const ends = [...new Set([1 + pick(9), 10 + pick(90)])]
  return [0, ...ends].map((from, n) => ({ from, to: ends[n] ?? null, ...rateBy(pick) }))
}

function priceBy(pick: Pick): Said['price'] {
  if (pick(4) === 0) return null
  const brackets = pick(2) === 0 ? bracketsBy(pick) : null
  return { max: 100 + pick(900), brackets, rate: rateBy(pick) }
}

const texts = ({ fixed, percent }: Rate) => ({ fixed: String(fixed), percent: String(percent) })

function sentOf(price: Said['price']): object[] {
  if (price === null) return []
  const { max, brackets, rate } = price
  const shared = { chargeType: 'INVOICE_FEE', max: String(max) }
  if (brackets === null) return [{ ...shared, ...texts(rate) }]
  const sent = brackets.map(({ from, to, ...of }) => ({
    from: String(from),
    to: to === null ? null : String(to),
    ...texts(of),
  }))
  return [{ ...shared, bracketBasis: 'VOLUME', brackets: sent }]
}

async function said(pick: Pick, targets: readonly [string, string | null][]): Promise<Said> {
  const [targetType, targetId] = targets[pick(targets.length)]!
  const validFrom = plusDays(today, pick(days))
  const price = priceBy(pick)
  const list = { targetType, targetId, currency: 'SEK', validFrom, prices: sentOf(price) }
  const { status, body } = await tenant.api.put('/price-lists/update', list)
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: body.id, targetType, targetId, validFrom, price }
}

/** The nearest list that has a price, of each the last that was said of the last day until then. */
function inForce(all: readonly Said[], targets: readonly [string, string | null][], day: string) {
  return targets
    .flatMap(([type]) => {
      const own = all.filter((one) => one.targetType === type && one.validFrom <= day)
      const last = own
        .map(({ validFrom }) => validFrom)
        .toSorted()
        .at(-1)
      return own.filter(({ validFrom }) => validFrom === last).slice(-1)
    })
    .find(({ price }) => price !== null)
}

test(`what is in force is the last that was said of the nearest (SEED=${seed})`, async () => {
  const pick = chance(seed)
  const { body: template } = await tenant.api.post('/client-financial-price-template', {
    name: 'Template',
  })
  const clientId = await clientIn(tenant, { templateId: template.id })
  const targets: [string, string | null][] = [
    ['CLIENT', clientId],
    ['TEMPLATE', template.id],
    ['TENANT', null],
  ]
  const all: Said[] = []
  for (let n = 0; n < 25; n++) all.push(await said(pick, targets))
  const book = await tenant.work(async (unit) =>
    priceBookOf(unit, await unit.load(Client, clientId), plusDays(today, days)),
  )
  for (let n = 0; n <= days; n++) {
    const day = plusDays(today, n)
    const [amount, quantity, volume] = [100 * pick(100), 1 + pick(5), pick(120)]
    const query = `date=${day}&amount=${amount}&quantity=${quantity}&volume=${volume}`
    const { body } = await tenant.api.get(`/price-lists/target/${clientId}?${query}`)
    const found = inForce(all, targets, day)
    expect(book.on(day, 'SEK', 'INVOICE_FEE')?.list.id).toBe(found?.id)
    if (found === undefined) {
      expect(body.effective).toEqual([])
      continue
    }
    const { id, targetType, targetId, validFrom, price } = found
    const { max, brackets, rate } = price!
    const bracket = brackets?.find(({ from, to }) => from <= volume && volume < (to ?? Infinity))
    const { fixed, percent } = bracket ?? rate
    const charged = Math.min(max, fixed * quantity + (amount * percent) / 100)
    expect(body.effective, `SEED=${seed} ${day}`).toMatchObject([
      {
        source: { targetType, targetId, priceListId: id, validFrom },
        bracket: bracket === undefined ? null : { from: String(bracket.from) },
        charged: `${charged}.00`,
        fixed: String(fixed),
      },
    ])
  }
}, 60_000)
