import { portOr } from '../../embedded/ports.ts'
import type { Environment } from '../../environment.ts'
import type { OperatorTenant } from '../../domain/access/principal.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import type { Demonstration } from '../data-folder.ts'
import { serveOn } from '../small-server.ts'
import { OneTimeLink } from './one-time-link.ts'

/** Where people find Temporal's UI. */
export interface RunningDoor {
  url: string
  /** Lets in whoever has it, once; beside a demonstration alone. */
  link: string | undefined
  stop(): Promise<void>
}

/** To this machine alone, as the UI behind it: others come by a tunnel of their operator's. */
const host = '127.0.0.1'

export async function startDoor(
  environment: Environment,
  runtime: Runtime,
  operator: OperatorTenant,
  uiUrl: string | undefined,
  demo: Demonstration | undefined,
): Promise<RunningDoor | undefined> {
  if (uiUrl === undefined) return undefined
  const { engineDoor } = await import('./door.ts')
  const port = await portOr(environment.TEMPORAL_UI_PORT)
  const administrator = demo?.users.find(({ email }) => email.startsWith('administrator'))
  const link =
    demo !== undefined && administrator !== undefined && demo.tenantId === (await operator())
      ? {
          once: new OneTimeLink(new Date()),
          tenantId: demo.tenantId,
          email: administrator.email,
        }
      : undefined
  const { app, sessions } = engineDoor({ runtime, operator, uiUrl, port, link })
  const server = await serveOn(port, host, (request) => app.fetch(request))
  const url = `http://${host}:${port}`
  return {
    url,
    link: link && `${url}/door#link=${link.once.text}`,
    async stop() {
      await server.stop()
      await sessions.lastUses.flush()
    },
  }
}
