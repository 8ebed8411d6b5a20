import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Registered } from './app.ts'
import { paramsSchemaOf } from './input.ts'
import { isOpen, needsSuperUser, rightsOf, statusOf, type Requirement } from './operation.ts'
import { bodySchemaOf, takesBody } from './prepared.ts'

const nothing = z.strictObject({})

/** A declared operation as the library takes it: what it validates, and what it writes down. */
export function routeOf(
  { area, name, operation }: Registered,
  body = bodySchemaOf(operation),
): RouteConfig {
  const { method, path, params, requires, declared } = operation
  const { returns, query = nothing } = declared
  const [summary] = declared.summary.split(';') as [string]
  return createRoute({
    method: method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
    path,
    operationId: name,
    tags: [area],
    summary,
    security: securityOf(requires),
    'x-required-rights': rightsOf(requires),
    ...(needsSuperUser(requires) && { 'x-requires-super-user': true }),
    ...(declared.extension && { 'x-extension': true }),
    request: {
      query: query as z.ZodObject,
      ...optional('params', paramsSchemaOf(params)),
      ...(takesBody(operation) && { body: jsonBody(body) }),
    },
    responses: {
      [statusOf(operation)]: {
        description: name,
        ...(returns !== undefined && { content: { 'application/json': { schema: returns } } }),
      },
    },
  })
}

function jsonBody(schema: z.ZodType) {
  const required = !schema.safeParse(undefined).success
  return { required, content: { 'application/json': { schema } } }
}

function securityOf(requires: Requirement): { bearerAuth: string[] }[] {
  if (isOpen(requires)) return []
  const rights = rightsOf(requires)
  return rights.length === 0
    ? [{ bearerAuth: [] }]
    : rights.map((right) => ({ bearerAuth: [right] }))
}

function optional<K extends string, V>(key: K, value: V | undefined) {
  return (value === undefined ? {} : { [key]: value }) as Partial<Record<K, V>>
}

/**
 * The same route, whose schemas answer at once: the library asks them in promises, for which zod
 * works without what it has compiled.
 */
export function validatingSynchronously(route: RouteConfig): RouteConfig {
  const { query, params, body } = route.request as {
    query: z.ZodObject
    params?: z.ZodObject
    body?: ReturnType<typeof jsonBody>
  }
  return {
    ...route,
    request: {
      query: atOnce(query),
      ...optional('params', params && atOnce(params)),
      ...optional(
        'body',
        body && {
          ...body,
          content: {
            'application/json': { schema: atOnce(body.content['application/json'].schema) },
          },
        },
      ),
    },
  }
}

function atOnce<S extends z.ZodType>(schema: S): S {
  const value = (given: unknown) => schema.safeParse(given)
  return Object.create(schema, { safeParseAsync: { value } }) as S
}
