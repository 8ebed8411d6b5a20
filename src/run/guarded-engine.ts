import type { Environment } from '../environment.ts'
import { isLoopback, refuseUnguarded } from '../ports/temporal/guarded.ts'

/** Before anything is touched: a Temporal that is open to a network is used only where that is said. */
export async function refuseUnguardedEngine(environment: Environment): Promise<void> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = environment
  if (environment.RECEIVABLES_TEMPORAL_UNGUARDED === 'on') return
  if (address === undefined || isLoopback(address)) return
  const { connectConfig } = await import('../ports/temporal/connect.ts')
  refuseUnguarded(address, connectConfig({ address, namespace }).connectionOptions)
}
