import { expect } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import type { TestTenant } from '../support/world.ts'
import type { Tried } from './tried.ts'

type ClientOf = (tenant: TestTenant, n: number) => Promise<string>
type ListTask = 'priceLists.updateMultiplePrices' | 'priceLists.updateMultipleBrackets'

/** Lists of clients that are in force, one that is not, and one that has nothing to change. */
async function listsOf(tenant: TestTenant, clientOf: ClientOf, price: object) {
  const clients = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
  const put = async (targetId: string, prices: object[], validFrom?: string) => {
    const list = { targetType: 'CLIENT', targetId, currency: 'SEK', prices, validFrom }
    const { status, body } = await tenant.api.put('/price-lists/update', list)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.id as string
  }
  const [one = '', other = ''] = clients
  const replaced = await put(one, [price])
  return [replaced, await put(one, [price]), await put(other, []), newId('PriceList')]
}

const volumes = {
  chargeType: 'INVOICE_FEE',
  bracketBasis: 'VOLUME',
  brackets: [
    { from: '0', to: '10', fixed: '5' },
    { from: '10', to: null, fixed: '4' },
  ],
}

const raised = (more: object) => ({
  chargeType: 'INVOICE_FEE',
  field: 'fixed',
  adjustment: 'PERCENT',
  value: '10',
  validFrom: '2998-01-01',
  ...more,
})

/** What is asked of many lists of prices, in the table of set forms. */
export const listsTried = (clientOf: ClientOf): Record<ListTask, Tried> => ({
  'priceLists.updateMultiplePrices': {
    async tasks(tenant) {
      const ids = await listsOf(tenant, clientOf, { chargeType: 'INVOICE_FEE', fixed: '5' })
      return [
        { ids, input: raised({}), refused: 3 },
        { ids, input: raised({ field: 'min', validFrom: '2997-01-01' }), refused: 4 },
        { ids, input: raised({ value: '-200', validFrom: '2997-01-01' }), refused: 4 },
      ]
    },
  },
  'priceLists.updateMultipleBrackets': {
    async tasks(tenant) {
      const ids = await listsOf(tenant, clientOf, volumes)
      return [
        { ids, input: raised({}), refused: 3 },
        { ids, input: raised({ field: 'percent', validFrom: '2997-01-01' }), refused: 4 },
      ]
    },
  },
})
