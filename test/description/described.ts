import { operationsOf, type Registered } from '../../src/kernel/http/app.ts'
import {
  describe as describeAll,
  type DescribedOperation,
  type DescribedResponse,
  type Description,
} from '../../src/kernel/http/description/openapi.ts'
import { areas } from '../../src/operations.ts'

/** What is served, and what is said of it. */
export const operations = operationsOf(areas)
export const description = describeAll(operations)

export interface Found {
  method: string
  path: string
  said: DescribedOperation
}

export function operationsIn({ paths }: Description): Found[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => ({ method, path, said })),
  )
}

const byId = new Map(operationsIn(description).map((found) => [found.said.operationId, found]))

export function saidOf({ name }: Registered): DescribedOperation {
  const found = byId.get(name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found.said
}

/** The one answer that is no refusal, besides that a second person is needed. */
export function successOf(said: DescribedOperation): [status: string, DescribedResponse] {
  const [found, ...others] = Object.entries(said.responses).filter(
    ([status, { content }]) => status < '300' && !isAsking(content?.['application/json']?.schema),
  )
  if (found === undefined || others.length > 0) throw new Error(`${said.operationId}: one success`)
  return found
}

const isAsking = (schema: unknown) =>
  JSON.stringify(schema) === '{"$ref":"#/components/schemas/ConfirmationRequired"}'

/** The codes with which an operation may refuse under a status. */
export function codesUnder(
  said: DescribedOperation,
  status: number,
  { components } = description,
): string[] {
  const name = said.responses[status]?.$ref?.split('/').at(-1)
  const shared = (components as unknown as { responses: Record<string, unknown> }).responses
  if (name === undefined || !(name in shared)) return []
  return name.split('.')
}
