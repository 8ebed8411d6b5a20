import { expect, test } from 'vitest'
import { RailAway } from '../../src/ports/rails/rails.ts'
import { simulator } from '../../src/ports/rails/simulator.ts'
import { keepsTheContract } from './contract.ts'

keepsTheContract('SIMULATOR', simulator, {
  pays: '46701234567',
  declines: '46701234501',
  waits: '46701234502',
})

const request = {
  tenantId: 'TN-1',
  id: 'PQ-1',
  reference: 'PQ-1/1',
  direction: 'PULL',
  method: 'CARD',
  amount: '0.99',
  currency: 'SEK',
  text: '1042',
  expiresAt: new Date(),
  externalId: 'SIM-PQ-1/1',
  credentials: {},
} as const

test('the simulator pays half at least a unit, has pages for cards, and can be away', async () => {
  const half = await simulator.status({ ...request, alias: '05' })
  expect(half).toMatchObject({ status: 'COMPLETED', amount: '1' })
  expect((await simulator.status({ ...request, amount: '101.00', alias: '05' })).amount).toBe('50')
  expect(half.redirectUrl).toBe('https://pay.example/PQ-1/1')
  await expect(simulator.status({ ...request, alias: '06' })).rejects.toThrow(RailAway)
  expect((await simulator.cancel({ ...request, alias: '07' })).status).toBe('COMPLETED')
})
