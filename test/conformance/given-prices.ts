import { plusDays } from '../../src/domain/dates.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

/** What lists, prices and brackets must be to be of use; two lists never begin on one day. */
export const usualOfPrices: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PriceList: (n) => ({
    targetType: 'TENANT',
    targetId: null,
    currency: 'SEK',
    validFrom: plusDays('2001-01-01', n),
    revision: 1,
  }),
  Price: () => ({ fixed: '1', percent: null, min: null, max: null, bracketBasis: 'NONE' }),
  PriceBracket: (n) => ({ from: String(n), to: String(n + 1), fixed: '1', percent: null }),
}

/** Operations that write another version of what they name. */
export const versionsMade: Readonly<Record<string, string>> = {
  'PUT /price-brackets/{id}': 'shows the bracket of the version that it writes',
  'PUT /price-lists/{priceListId}/prices': 'shows the version that it writes',
}

const fee = {
  chargeType: 'INVOICE_FEE',
  bracketBasis: 'VOLUME',
  brackets: [{ from: '0', to: null, fixed: '5' }],
}

async function listOf(stage: Stage) {
  const targetId = await stage.client()
  const sent = { targetType: 'CLIENT', targetId, currency: 'SEK', prices: [fee] }
  const { body } = await stage.tenant.api.put('/price-lists/update', sent)
  return body as { id: string; prices: { brackets: { id: string }[] }[] }
}

const plain = [{ chargeType: 'INVOICE_FEE', fixed: '7' }]
const whole = [{ chargeType: 'INVOICE_FEE', from: '0', to: null, fixed: '7' }]

const many = async (stage: Stage): Promise<GivenCall> => {
  await noTasks(stage)
  return { body: { ids: [(await listOf(stage)).id], filter: undefined } }
}

export const priceCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'PUT /price-lists/update': async (stage) => ({
    body: {
      targetType: 'CLIENT',
      targetId: await stage.client(),
      validFrom: undefined,
      prices: plain,
    },
  }),
  'PUT /price-lists/{priceListId}/prices': async (stage) => ({
    params: { priceListId: (await listOf(stage)).id },
    body: { validFrom: undefined, prices: plain },
  }),
  'PUT /price-brackets': async (stage) => ({
    body: { priceListId: (await listOf(stage)).id, validFrom: undefined, brackets: whole },
  }),
  'PUT /price-brackets/{id}': async (stage) => ({
    params: { id: (await listOf(stage)).prices[0]!.brackets[0]!.id },
    body: { validFrom: undefined, fixed: '7', percent: undefined },
  }),
  'PUT /price-lists/update-multiple-prices': many,
  'PUT /price-lists/update-multiple-brackets': many,
}
