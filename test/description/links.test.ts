import { expect, test } from 'vitest'
import { z } from 'zod'
import { exampleId } from '../../src/entities/ids.ts'
import { describe } from '../../src/kernel/http/description/openapi.ts'
import { operation, type Operation } from '../../src/kernel/http/operation.ts'
import { description, operationsIn, successOf } from './described.ts'

const found = operationsIn(description)
const byId = new Map(found.map((one) => [one.said.operationId, one]))
const components = description.components as unknown as {
  links: Record<string, { operationId: string; parameters: Record<string, string> }>
}

test('each link leads to an operation, and fills every parameter of its path', () => {
  const faults: string[] = []
  const used = new Set<string>()
  for (const { path, said } of found) {
    for (const [name, { $ref }] of Object.entries(linksOf(said))) {
      const key = $ref.slice('#/components/links/'.length)
      used.add(key)
      const { operationId, parameters } = components.links[key]!
      const target = byId.get(operationId)
      const inPath = [...(target?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(([, one]) => one)
      if (
        name !== operationId ||
        inPath.toSorted().join() !== Object.keys(parameters).toSorted().join()
      )
        faults.push(`${said.operationId} → ${name}`)
      for (const value of Object.values(parameters)) {
        const [, asked] = /^\$request\.path\.(\w+)$/.exec(value) ?? []
        if (asked !== undefined && !path.includes(`{${asked}}`)) faults.push(`${path}: ${value}`)
        const [, pointer] = /^\$response\.body#\/(.+)$/.exec(value) ?? []
        if (pointer !== undefined && at(exampleOf(said), pointer) === undefined)
          faults.push(`${said.operationId} answers no ${pointer}`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(Object.keys(components.links).toSorted()).toEqual([...used].toSorted())
})

function linksOf(said: (typeof found)[number]['said']): Record<string, { $ref: string }> {
  return Object.assign({}, ...Object.values(said.responses).map(({ links }) => links))
}

const exampleOf = (said: (typeof found)[number]['said']) =>
  successOf(said)[1].content?.['application/json']?.example

const at = (value: unknown, pointer: string): unknown =>
  pointer.split('/').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], value)

test('what is created leads to all that is done with it, and its list to what reads it', () => {
  const leadsTo = (name: string) => Object.keys(linksOf(byId.get(name)!.said))
  expect(leadsTo('createInvoice')).toEqual(
    expect.arrayContaining(['readInvoice', 'activateInvoice', 'updateInvoice']),
  )
  expect(leadsTo('listClients')).toContain('readClient')
  expect(leadsTo('listClients')).not.toContain('updateClient')
  expect(leadsTo('createReasonCode')).toContain('readReasonCode')
  const created = found.filter(({ method, said }) => method === 'post' && '201' in said.responses)
  const known = created.filter(({ said }) => Object.keys(linksOf(said)).length > 0)
  expect(known.length / created.length).toBeGreaterThan(0.9)
})

test('a path that goes on takes the rest from the path that was called', () => {
  const role = z.object({ id: z.string().meta({ example: exampleId('User') }) })
  const told = { summary: 'Do' }
  const one = (route: `${'GET' | 'POST' | 'PUT'} /${string}`, more: object): Operation =>
    operation(route, 'ReadRole', { ...told, ...more }).handle(async () => undefined)
  const { paths, components: made } = describe(
    Object.entries({
      addOne: one('POST /user-groups/{id}/users', { returns: role }),
      changeOne: one('PUT /user-groups/{id}/users/{userId}', {}),
      readOther: one('GET /notes/{id}', {}),
    }).map(([name, each]) => ({ area: 'access', room: 'roles', name, operation: each })),
  )
  const links = paths['/user-groups/{id}/users']?.post?.responses['201']?.links
  expect(links).toEqual({ changeOne: { $ref: '#/components/links/changeOne.after.addOne' } })
  expect(made['links']).toMatchObject({
    'changeOne.after.addOne': {
      operationId: 'changeOne',
      parameters: { id: '$request.path.id', userId: '$response.body#/id' },
    },
  })
})
