import { readFileSync } from 'node:fs'
import packageFacts from '../../../package.json' with { type: 'json' }
import { refuse } from '../../domain/refusal.ts'
import type { App, Registered } from './app.ts'
import { errorCodes, errorPage, errorPagePolicy } from './description/error-page.ts'
import { Published } from './description/published.ts'
import {
  bundle,
  bundleName,
  referencePage,
  referencePolicy,
  starter,
} from './description/reference.ts'
import { rightsIndex } from './description/rights-index.ts'
import { requestIdOf } from './prepared.ts'

const json = 'application/json'
const script = 'text/javascript; charset=utf-8'
const page = 'text/html; charset=utf-8'

/** What the interface says of itself, open to all, each built when it is first asked for. */
export function developers(
  app: App,
  operations: readonly Registered[],
  coming?: () => string | undefined,
): void {
  const published: Readonly<Record<string, Published>> = {
    'openapi.json': new Published(generatedDescription, { type: json }),
    'operation-rights.json': new Published(() => JSON.stringify(rightsIndex(operations)), {
      type: json,
    }),
    'errors.json': new Published(() => JSON.stringify(errorCodes), { type: json }),
    errors: new Published(errorPage, { type: page, policy: errorPagePolicy }),
    reference: new Published(() => referencePage, { type: page, policy: referencePolicy }),
    'assets/reference.js': new Published(() => starter, { type: script }),
    [`assets/${bundleName}`]: new Published(bundle, { type: script, immutable: true }),
  }
  const places = Object.entries(published).map(
    ([name, content]) => [`/developers/${name}`, content] as const,
  )
  for (const [path, content] of [['/', frontPage] as const, ...places]) {
    app.all(path, async ({ req }) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        refuse('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] })
      }
      const waits = content === frontPage ? coming?.() : undefined
      const response =
        waits === undefined
          ? await content.respond(req.raw)
          : Response.json({ ...front, coming: waits }, { headers: { 'cache-control': 'no-store' } })
      response.headers.set('X-Request-Id', requestIdOf(req.raw))
      return response
    })
  }
}

/** For whoever comes without a path: what this is, and where to go on. */
const front = {
  name: 'Receivables',
  version: packageFacts.version,
  reference: '/developers/reference',
  openapi: '/developers/openapi.json',
  operationRights: '/developers/operation-rights.json',
  errors: '/developers/errors',
  health: '/health/ready',
}
const frontPage = new Published(() => JSON.stringify(front), { type: json })

/** The file that `npm run generate` wrote, and a test holds current; without its spaces. */
const generatedDescription = (): string => JSON.stringify(described())

export function described(): unknown {
  const file = new URL('../../../openapi.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
