import type { TestTenant } from '../support/world.ts'

/** A configuration of a method at the simulator, switched on and bound to a client. */
export async function payableBy(
  tenant: TestTenant,
  clientId: string,
  code = 'SWISH',
  more: Record<string, unknown> = {},
  direction = 'IN',
): Promise<{ methodId: string; configurationId: string }> {
  const found = await tenant.api.get(`/payment-methods?code=${code}&direction=${direction}`)
  const methodId: string = found.body.data[0].id
  await tenant.api.put(`/payment-methods/${methodId}`, { enabled: true })
  const configuration = { methodId, providerCode: 'SIMULATOR', currency: 'SEK', ...more }
  const made = await tenant.api.post('/payment-methods/configurations', configuration)
  const configurationId: string = made.body.id
  await tenant.api.post('/payment-methods/configurations/client', { configurationId, clientId })
  return { methodId, configurationId }
}
