import { z } from 'zod'
import { createToDo, createToDoInput } from '../activities/system/create-to-do.ts'
import { blindAmong, refuseBlindAssignee } from '../activities/system/refuse-blind-assignee.ts'
import { refuseDoneForOthers } from '../activities/system/refuse-done-for-others.ts'
import { refuseMissing } from '../activities/system/refuse-unknown-ids.ts'
import { lifeOfToDo, toDoStatuses } from '../domain/system/to-do.ts'
import { exampleId, exampleIdOf } from '../entities/ids.ts'
import { ToDo } from '../entities/to-do.ts'
import type { Behaviour, BehaviourOfRow } from '../kernel/http/operation.ts'
import { bodyOf } from '../kernel/read/body.ts'
import { collection } from '../kernel/read/collection.ts'
import { change, id } from '../kernel/read/fields.ts'
import { manyOf, viewOf } from '../kernel/read/view.ts'
import { dates, exact, instants } from '../kernel/read/filter.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { beneath, exampleSortOf, tableOfOwner, typeOf, underOwner, type Owner } from './owners.ts'

const toDoView = viewOf(ToDo, [
  'id',
  'targetType',
  'targetId',
  'clientId',
  'title',
  'description',
  'dueDate',
  'assigneeUserId',
  'userGroupId',
  'status',
  'resolvedBy',
  'createdBy',
  'versioned',
])
type ToDoView = z.output<typeof toDoView.schema>

const said = ['title', 'description', 'dueDate', 'assigneeUserId', 'userGroupId'] as const
const toChange = bodyOf(ToDo, [...said, 'status'])
  .partial()
  .meta({ example: { title: 'Ask for the delivery note again', dueDate: '2026-11-27' } })
const toResolveOf = (owner: Owner) => {
  const example = exampleId('ToDo', exampleSortOf(owner))
  return z.strictObject({ ids: z.array(id('ToDo').meta({ example })).min(1).max(500) })
}
const resolved = manyOf(toDoView, 'ResolvedToDos')
type Resolved = z.output<typeof resolved.schema>

/** Who resolved it is remembered for as long as it is resolved. */
function setStatus(unit: Unit, toDo: ToDo, status: ToDo['status']): void {
  if (status === toDo.status) return
  toDo.status = status
  toDo.resolvedBy = status === 'RESOLVED' ? unit.principal.id : null
}

async function updateToDo(unit: Unit, toDo: ToDo, sent: z.output<typeof toChange>): Promise<ToDo> {
  const { status: wanted, ...fields } = sent
  const { status: from } = toDo
  if (wanted !== undefined) await refuseDoneForOthers(unit, [toDo])
  const status =
    wanted === undefined ? lifeOfToDo.move(from, 'change') : lifeOfToDo.moveTo(from, wanted)
  await refuseBlindAssignee(unit, sent, toDo)
  if (from !== 'OPEN' && status === 'OPEN') await takeFromBlind(unit, toDo, sent)
  setStatus(unit, toDo, status)
  return change(toDo, fields)
}

/** Whoever did it may have lost sight of it since: opened again, it is for anybody to take. */
async function takeFromBlind(unit: Unit, toDo: ToDo, sent: z.output<typeof toChange>) {
  const kept = { assigneeUserId: toDo.assigneeUserId, userGroupId: toDo.userGroupId, ...sent }
  for (const name of await blindAmong(unit, kept, toDo)) toDo[name] = null
}

const toDosOn = (owner: Owner) =>
  collection(ToDo, {
    noun: ['to-do', 'to-dos'],
    shows: toDoView,
    filters: {
      targetId: exact(),
      clientId: exact(id('Client')),
      status: exact(z.enum(toDoStatuses)),
      assigneeUserId: exact(id('User')),
      userGroupId: exact(id('UserGroup')),
      dueDate: dates(),
      createdAt: instants(),
    },
    sort: ['-createdAt', 'dueDate'],
    only: { targetType: typeOf(owner) },
  })

/** What is to be done about one owner, and by whom. */
export function todosOf<const P extends string>(owner: Owner, param: P) {
  const own = toDosOn(owner)
  const { targetId } = createToDoInput.shape
  const toCreate = createToDoInput.extend({
    targetId: targetId.meta({ example: exampleIdOf(owner) }),
  })
  const toResolve = toResolveOf(owner)
  const inPath = { [param]: exampleIdOf(owner), id: exampleId('ToDo', exampleSortOf(owner)) }
  const one = async (unit: Unit, params: Record<P | 'id', string>) => {
    const under = await underOwner(unit, owner, params[param])
    return unit.load(ToDo, { ...under, id: params.id })
  }
  return {
    list: {
      ...beneath(owner, own.owned(tableOfOwner(owner), 'targetId', param)),
      summary: 'List the to-dos on one of them',
    },
    search: own.search,

    read: {
      summary: 'Read one of the to-dos',
      inPath,
      shows: toDoView,
      handle: ({ unit, params }) => one(unit, params),
    } satisfies BehaviourOfRow<P | 'id', undefined, undefined, ToDo, ToDoView>,

    create: {
      summary: 'Set a to-do on one of them',
      body: toCreate,
      shows: toDoView,
      refuses: ['NOT_FOUND', 'ASSIGNEE_MAY_NOT_SEE'],
      handle: ({ unit, body }) => createToDo(unit, typeOf(owner), body),
    } satisfies BehaviourOfRow<never, z.output<typeof createToDoInput>, undefined, ToDo, ToDoView>,

    update: {
      summary: 'Change a to-do, or say that it is done',
      inPath,
      body: toChange,
      shows: toDoView,
      refuses: ['NOT_FOUND', 'TODO_NOT_OPEN', 'ASSIGNEE_MAY_NOT_SEE'],
      handle: async ({ unit, params, body }) => updateToDo(unit, await one(unit, params), body),
    } satisfies BehaviourOfRow<P | 'id', z.output<typeof toChange>, undefined, ToDo, ToDoView>,

    delete: deletes(one, inPath),

    resolveMultiple: {
      summary: 'Resolve several to-dos at once: all of them, or none',
      body: toResolve,
      shows: resolved,
      refuses: ['NOT_FOUND', 'TODO_NOT_OPEN'],
      handle: ({ unit, body }) => resolve(unit, owner, body.ids),
    } satisfies BehaviourOfRow<never, z.output<typeof toResolve>, undefined, ToDo[], Resolved>,
  }
}

function deletes<P extends string>(
  one: (unit: Unit, params: Record<P | 'id', string>) => Promise<ToDo>,
  inPath: Readonly<Record<string, string | undefined>>,
) {
  return {
    summary: 'Delete a to-do from one of them',
    inPath,
    names: { entity: ToDo },
    handle: async ({ unit, params }) => {
      const toDo = await one(unit, params)
      await refuseDoneForOthers(unit, [toDo])
      unit.remove(toDo)
    },
  } satisfies Behaviour<P | 'id', undefined, undefined, void>
}

async function resolve(unit: Unit, owner: Owner, ids: readonly string[]): Promise<ToDo[]> {
  const found = await unit.all(ToDo, { targetType: typeOf(owner), id: [...ids] })
  const byId = new Map(found.map((toDo) => [toDo.id, toDo]))
  refuseMissing(ids, byId)
  await refuseDoneForOthers(unit, found)
  for (const toDo of found) {
    setStatus(unit, toDo, lifeOfToDo.move(toDo.status, 'resolve'))
  }
  return ids.flatMap((each) => byId.get(each) ?? [])
}
