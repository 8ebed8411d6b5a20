import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { tail, type Child } from './child.ts'
import { isListening } from './ports.ts'

export type SearchAttributes = Record<string, 'Keyword' | 'Datetime' | 'Int' | 'Bool'>

/** As IndexedValueType of the protocol numbers them. */
const TYPES = { Keyword: 2, Int: 3, Bool: 5, Datetime: 6 } as const

const RETENTION = '72h'
const LIMIT_MS = 60_000
const INVALID_ARGUMENT = 3
const ALREADY_EXISTS = 6

export interface Setup {
  address: string
  namespace: string
  searchAttributes: SearchAttributes
  server: Child
  log: string
  signal?: AbortSignal | undefined
}

/** Waits until the server answers, and adds the namespace and attributes that it lacks. */
export async function setUpNamespace(o: Setup): Promise<void> {
  await untilItListens(o)
  const connection = Connection.lazy({ address: o.address })
  try {
    await register(connection, o)
    await addAttributes(connection, o)
  } finally {
    await connection.close()
  }
}

/** The port is tried before gRPC is, which waits a whole second after one refused connection. */
async function untilItListens(o: Setup): Promise<void> {
  const port = Number(o.address.split(':').at(-1))
  const until = Date.now() + LIMIT_MS
  while (!(await isListening(port))) {
    o.signal?.throwIfAborted()
    if (Date.now() > until || o.server.hasExited()) throw wouldNotStart(o, 'no port was opened')
    await sleep(10)
  }
}

/**
 * Registers without asking first: the server caches the answer "not found" for a second or two, and
 * would still give it after the namespace was made.
 */
async function register(connection: Connection, o: Setup): Promise<void> {
  const { namespace } = o
  const workflowExecutionRetentionPeriod = msToTs(RETENTION)
  await patiently(o, async () => {
    try {
      await connection.workflowService.registerNamespace({
        namespace,
        description: 'Receivables',
        workflowExecutionRetentionPeriod,
      })
    } catch (error) {
      if (codeOf(error) !== ALREADY_EXISTS) throw error
    }
  })
}

async function addAttributes(connection: Connection, o: Setup): Promise<void> {
  const { namespace } = o
  const { config } = await patiently(o, () =>
    connection.workflowService.describeNamespace({ namespace }),
  )
  const fields = config?.customSearchAttributeAliases ?? {}
  const kept = new Map(Object.entries(fields).map(([field, alias]) => [alias, field]))
  const missing = Object.entries(o.searchAttributes).filter(([name]) => !kept.has(name))
  for (const [name, type] of Object.entries(o.searchAttributes)) {
    // On SQL an attribute is an alias of a column: Keyword01, Int01 and so on.
    if (kept.get(name)?.startsWith(type) === false) {
      throw new Error(`The search attribute ${name} of ${namespace} exists, but not as ${type}`)
    }
  }
  if (missing.length === 0) return
  const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, TYPES[type]]))
  await patiently(o, () =>
    connection.operatorService.addSearchAttributes({ namespace, searchAttributes }),
  )
  await untilKnown(connection, o, missing)
}

/**
 * Waits until new attributes can be used: the server checks the start of a workflow against a
 * cache.
 */
async function untilKnown(
  connection: Connection,
  o: Setup,
  added: readonly [string, string][],
): Promise<void> {
  const query = added.map(([name]) => `${name} is null`).join(' and ')
  const { namespace } = o
  const count = () => connection.workflowService.countWorkflowExecutions({ namespace, query })
  await patiently(o, count, [])
}

/**
 * A starting server refuses with many codes, so a call is repeated unless its code is in `final`.
 */
async function patiently<T>(
  o: Setup,
  call: () => Promise<T>,
  final: readonly number[] = [INVALID_ARGUMENT],
): Promise<T> {
  const until = Date.now() + LIMIT_MS
  for (;;) {
    o.signal?.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      const code = codeOf(error)
      if (code !== undefined && final.includes(code)) throw error
      if (Date.now() > until || o.server.hasExited()) throw wouldNotStart(o, String(error))
    }
    await sleep(20)
  }
}

function wouldNotStart(o: Setup, why: string): Error {
  return new Error(`The Temporal server would not start: ${why}; its log says:\n${tail(o.log)}`)
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'number' ? error.code : undefined
}
