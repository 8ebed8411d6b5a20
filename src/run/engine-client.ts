import type { Keys } from '../ports/keys/keys.ts'
import type { TemporalAt, TemporalClient } from '../ports/temporal/connect.ts'

/** The way to Temporal, taken when somebody first needs it: the interface begins without. */
export interface EngineClient {
  connected(): Promise<TemporalClient>
  stop(): Promise<void>
}

/** Who asks before it is there, where that is still to come, is refused and asks again. */
export function engineClient(at: TemporalAt | (() => TemporalAt), keys: Keys): EngineClient {
  let opened: Promise<TemporalClient> | undefined
  const open = async (where: TemporalAt) => {
    const { temporalClient } = await import('../ports/temporal/connect.ts')
    return temporalClient(where, keys)
  }
  return {
    connected: async () => (opened ??= open(typeof at === 'function' ? at() : at)),
    async stop() {
      if (opened !== undefined) await (await opened).close()
    },
  }
}
