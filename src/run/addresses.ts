import { isAlive } from '../embedded/processes.ts'
import type { Environment } from '../environment.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import type { TemporalAt } from '../ports/temporal/connect.ts'
import type { RunningDoor } from './engine-ui/start-door.ts'
import { readFacts } from './facts-file.ts'
import { urlOf } from './small-server.ts'

/** Where the Temporal UI is, if Temporal is our own, and what logs in to it once. */
export interface EngineUi {
  ui?: string | undefined
  uiLink?: string | undefined
}

interface Known {
  pid: number
  temporalAddress: string
  temporalUi: string | null
  temporalUiLink: string
}

/** Who works with the Temporal of another process of the data folder finds its UI there. */
export function engineUi(
  file: string,
  { address }: Pick<TemporalAt, 'address'>,
  door: Pick<RunningDoor, 'url' | 'link'> | undefined,
): EngineUi {
  if (door !== undefined) return { ui: door.url, uiLink: door.link }
  const { pid, temporalAddress, temporalUi, temporalUiLink } = readFacts<Known>(file) ?? {}
  const isJoined = pid !== undefined && temporalAddress === address && isAlive(pid)
  return isJoined ? { ui: temporalUi ?? undefined, uiLink: temporalUiLink } : {}
}

/** As `demo.json` has them. */
export function addresses(
  api: string,
  engine: Partial<TemporalAt>,
  { ui, uiLink }: EngineUi,
  databaseUrl: string,
) {
  return {
    api,
    reference: `${api}/developers/reference`,
    temporalUi: ui ?? null,
    temporalUiLink: uiLink,
    temporalAddress: engine.address,
    temporalNamespace: engine.namespace,
    databaseUrl,
  }
}

/** Of a process that does not serve the interface, it is at its usual port. */
export function urlsOf(
  environment: Environment,
  served = urlOf('127.0.0.1', environment.PORT),
): Pick<Runtime, 'publicUrl' | 'eventsUrl'> {
  const { RECEIVABLES_PUBLIC_URL: publicUrl = served } = environment
  const { RECEIVABLES_EVENTS_URL: eventsUrl = served } = environment
  return { publicUrl, eventsUrl }
}
