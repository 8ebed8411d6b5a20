import { setTimeout as sleep } from 'node:timers/promises'
import { isGrpcServiceError, type Connection } from '@temporalio/client'

const keyword = 2
const alreadyExists = 6
const notFound = 5
const invalidArgument = 3
const notYet = new Set([notFound, invalidArgument])
const patienceMs = 20_000
const retention = { seconds: 72 * 3600 }

/** Gives a Temporal of one's own what the platform needs there, where it may; else says what to do. */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  attributes: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  try {
    await register(connection, namespace)
    await onceKnown(() => addAttributes(connection, namespace, attributes))
    await onceKnown(() => untilQueryable(connection, namespace, attributes))
  } catch (error) {
    if (!isGrpcServiceError(error)) throw error
    say(
      `Temporal did not let us prepare the namespace ${namespace} (${error.details}). ` +
        `It needs the search attributes ${attributes.join(', ')}, each a Keyword.`,
    )
  }
}

async function register(connection: Connection, namespace: string): Promise<void> {
  try {
    await connection.workflowService.describeNamespace({ namespace })
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== notFound) throw error
    await ignoring(alreadyExists, () =>
      connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: retention as never,
      }),
    )
  }
}

/** A server that was just given a namespace or an attribute knows it everywhere some seconds later. */
async function onceKnown(call: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      await call()
      return
    } catch (error) {
      const passing = isGrpcServiceError(error) && notYet.has(error.code)
      if (!passing || Date.now() > until) throw error
    }
    await sleep(100)
  }
}

function untilQueryable(connection: Connection, namespace: string, attributes: readonly string[]) {
  const query = attributes.map((name) => `${name} is null`).join(' and ')
  return connection.workflowService.countWorkflowExecutions({ namespace, query })
}

async function addAttributes(
  connection: Connection,
  namespace: string,
  attributes: readonly string[],
): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
  const missing = attributes.filter((name) => customAttributes?.[name] === undefined)
  if (missing.length === 0) return
  const searchAttributes = Object.fromEntries(missing.map((name) => [name, keyword]))
  await ignoring(alreadyExists, () =>
    connection.operatorService.addSearchAttributes({ namespace, searchAttributes }),
  )
}

async function ignoring(code: number, call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== code) throw error
  }
}
