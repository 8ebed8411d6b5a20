import type { Client } from '../../../entities/client.ts'
import { provisionChart } from '../../bookkeeping/provision-chart.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * Makes the chart of accounts of the client's book, and that of the tenant's with the first client.
 */
export async function provideChart(unit: Unit, client: Client): Promise<void> {
  const { currency } = await unit.tenant()
  await provideCharts(unit, client.id, [currency])
}

/** Makes the accounts, in both books, for a client's business in these currencies. */
export async function provideCharts(
  unit: Unit,
  clientId: string,
  currencies: readonly string[],
): Promise<void> {
  // Bookings lock books in the order of their owners' ids too, in which clients come first.
  await provisionChart(unit, { ownerType: 'CLIENT', ownerId: clientId, clientId }, currencies)
  await provisionChart(unit, { ownerType: 'TENANT', ownerId: unit.tenantId }, currencies)
}
