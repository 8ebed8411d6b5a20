import type { Keys } from '../ports/keys/keys.ts'
import type { TemporalAt, TemporalClient } from '../ports/temporal/connect.ts'

/** The way to Temporal, taken when somebody first needs it: the interface begins without. */
export interface EngineClient {
  connected(): Promise<TemporalClient>
  stop(): Promise<void>
}

export function engineClient(at: TemporalAt, keys: Keys): EngineClient {
  let opened: Promise<TemporalClient> | undefined
  const open = async () => {
    const { temporalClient } = await import('../ports/temporal/connect.ts')
    return temporalClient(at, keys)
  }
  return {
    connected: () => (opened ??= open()),
    async stop() {
      if (opened !== undefined) await (await opened).close()
    },
  }
}
