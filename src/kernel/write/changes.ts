import {
  ArrayType,
  ChangeSetType,
  JsonType,
  type ChangeSet,
  type EntityManager,
  type EntityMetadata,
  type EntityProperty,
  type EventSubscriber,
  type FlushEventArgs,
  type Platform,
} from '@mikro-orm/core'
import { entities } from '../../entities/all.ts'

export type ChangeAction = 'CREATED' | 'UPDATED' | 'DELETED'

/** One row's change as the flush saw it: what every change must leave behind is made from this. */
export interface Change {
  meta: EntityMetadata
  action: ChangeAction
  entity: Record<string, unknown>
  fields: Record<string, { from?: unknown; to?: unknown }>
}

const masked = '•••'
const bookkeeping = new Set(['tenantId', 'version', 'createdAt', 'updatedAt'])

interface Recording {
  now: Date
  changes: Change[]
}

const recordings = new WeakMap<EntityManager, Recording>()

const writeOrder = new Map<string, number>(entities.map(({ meta }, at) => [meta.className, at]))

const placeOf = ({ className }: EntityMetadata) => writeOrder.get(className) ?? -1

/** From here on every flush of this entity manager is written down, owners before what they own. */
export function recordChanges(em: EntityManager, now: Date, changes: Change[]): void {
  recordings.set(em, { now, changes })
  writeOwnersFirst(em.getUnitOfWork() as unknown as Ordered)
}

/**
 * An owner appears before what it owns and goes after it, in what is told as in what is written; of
 * one table the new rows come first.
 */
export function turnOf(set: ChangeSet<object>): number {
  const place = placeOf(set.meta as unknown as EntityMetadata)
  const action = actionOf(set.type)
  if (action === 'DELETED') return 4 * writeOrder.size - place
  return 2 * place + (action === 'CREATED' ? 0 : 1)
}

/** The part of the unit of work that decides which table is written first. */
interface Ordered {
  getCommitOrder(): EntityMetadata[]
}

/** Foreign keys are plain columns here, so the unit of work does not know who refers to whom. */
function writeOwnersFirst(work: Ordered): void {
  const unordered = work.getCommitOrder.bind(work)
  work.getCommitOrder = () => unordered().toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Reads the flush itself, so that no path to a change can leave its changelog or event out. */
export const changeRecorder: EventSubscriber = {
  onFlush({ em, uow }: FlushEventArgs) {
    const recording = recordings.get(em)
    if (recording === undefined) throw new Error('a flush outside of a unit')
    for (const set of uow.getChangeSets().toSorted((a, b) => turnOf(a) - turnOf(b))) {
      const entity = set.entity as Record<string, unknown>
      if (set.type === ChangeSetType.UPDATE && set.meta.properties['updatedAt'] !== undefined) {
        entity['updatedAt'] = recording.now
        uow.recomputeSingleChangeSet(set.entity)
      }
      recording.changes.push(changeOf(set, em.getPlatform()))
    }
  },
}

function changeOf(set: ChangeSet<object>, platform: Platform): Change {
  const entity = set.entity as Record<string, unknown>
  const before = (set.originalEntity ?? {}) as Record<string, unknown>
  const action = actionOf(set.type)
  const touched = action === 'DELETED' ? Object.keys(set.meta.properties) : Object.keys(set.payload)
  const fields: Change['fields'] = {}
  for (const name of touched) {
    if (bookkeeping.has(name)) continue
    const secret = set.meta.properties[name as never]?.['hidden'] === true
    const shown = (value: unknown) => (value == null ? value : secret ? masked : value)
    const to = shown(entity[name])
    if (action === 'CREATED') fields[name] = { to }
    else if (action === 'DELETED') fields[name] = { from: to }
    else {
      const property = set.meta.properties[name as never] as EntityProperty
      fields[name] = { from: shown(valueBefore(property, before[name], platform)), to }
    }
  }
  return { meta: set.meta as unknown as EntityMetadata, action, entity, fields }
}

/** What a row was is known as the database takes it: lists and objects as one text. */
function valueBefore({ customType }: EntityProperty, value: unknown, platform: Platform): unknown {
  if (typeof value !== 'string') return value
  if (customType instanceof JsonType) return JSON.parse(value)
  return customType instanceof ArrayType ? platform.unmarshallArray(value) : value
}

function actionOf(type: ChangeSetType): ChangeAction {
  if (type === ChangeSetType.CREATE) return 'CREATED'
  return type === ChangeSetType.DELETE || type === ChangeSetType.DELETE_EARLY
    ? 'DELETED'
    : 'UPDATED'
}
