import type { Client } from '../../../entities/client.ts'
import { tenantOf } from '../../access/tenant-of.ts'
import { provisionChart } from '../../bookkeeping/provision-chart.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** The chart of accounts of the client's own book, and of the tenant's where it is the first. */
export async function provideChart(unit: Unit, client: Client): Promise<void> {
  const { currency } = await tenantOf(unit)
  await provideCharts(unit, client.id, [currency])
}

/** The accounts of both books that a client's business in these currencies is booked on. */
export async function provideCharts(
  unit: Unit,
  clientId: string,
  currencies: readonly string[],
): Promise<void> {
  // Bookings take books by their owners' ids as well, of which the clients' come first.
  await provisionChart(unit, { ownerType: 'CLIENT', ownerId: clientId, clientId }, currencies)
  await provisionChart(unit, { ownerType: 'TENANT', ownerId: unit.tenantId }, currencies)
}
