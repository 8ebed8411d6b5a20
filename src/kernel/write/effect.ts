import { dayIn } from '../../domain/dates.ts'
import type { EffectRow, Side } from '../../domain/dual-control.ts'
import { decimal } from '../../domain/money.ts'
import { isId } from '../../domain/ids.ts'
import { columnsOf } from '../../ports/database/orm-seams.ts'
import type { Wire } from '../../entities/columns.ts'
import { factsOf } from '../../entities/table.ts'
import type { Change } from './changes.ts'
import { isEmpty } from './records.ts'
import type { Unit } from './unit.ts'

/** What a unit has done so far, or would do. */
export interface Effect {
  rows: readonly EffectRow[]
  /** The same whoever does it, and whatever others have done to the same balances meanwhile. */
  essence: readonly string[]
}

/** Of the rows that are known to callers, without those of the kinds that are left out. */
export async function effectOf(unit: Unit, without: readonly string[] = []): Promise<Effect> {
  const told = merged(unit.changes).filter(
    ({ meta }) => !without.includes(meta.className) && factsOf(meta.tableName).silent !== true,
  )
  const names = new Map(
    told.flatMap(({ meta, action, entity }) =>
      action === 'CREATED' && isId(String(entity['id']))
        ? [[String(entity['id']), `new ${meta.className}`] as const]
        : [],
    ),
  )
  const { timeZone = (await unit.tenant()).timeZone } = unit.principal
  const moment = new Map([
    [unit.now.toISOString(), 'now'],
    [dayIn(timeZone, unit.now), 'today'],
    [unit.principal.id, 'caller'],
  ])
  const rows = told.map((change) => rowOf(change, names))
  const essence = told.map((change, at) => essenceOf(change, rows[at]!, moment))
  return { rows, essence: essence.toSorted() }
}

/** Several changes of one row are one. */
function merged(changes: readonly Change[]): Change[] {
  const byRow = new Map<object, Change>()
  for (const change of changes) {
    const before = byRow.get(change.entity)
    if (before === undefined) byRow.set(change.entity, { ...change, fields: { ...change.fields } })
    else {
      for (const [name, { from, to }] of Object.entries(change.fields)) {
        const first = before.fields[name] ?? { from }
        before.fields[name] = before.action === 'CREATED' ? { to } : { ...first, to }
      }
      if (change.action === 'DELETED') before.action = 'DELETED'
    }
  }
  return [...byRow.values()]
}

function rowOf({ meta, action, entity, fields }: Change, names: ReadonlyMap<string, string>) {
  const shown = Object.entries(fields).flatMap(([name, side]) => {
    if (name === 'id' || (isEmpty(side.from) && isEmpty(side.to))) return []
    const sides = Object.entries(side).map(([which, value]) => [
      which,
      named(valueOf(value, currencyOf(meta, name, entity)), names),
    ])
    return [[name, Object.fromEntries(sides) as Side] as const]
  })
  const id = columnsOf(meta).byProperty.has('id') ? String(entity['id']) : null
  return {
    entity: meta.className,
    action,
    id: action === 'CREATED' ? null : id,
    clientId: clientOf(meta.className, entity),
    fields: Object.fromEntries(shown),
  }
}

const clientOf = (kind: string, entity: Change['entity']): string | null => {
  const id = kind === 'Client' ? entity['id'] : entity['clientId']
  return typeof id === 'string' ? id : null
}

/** The currency of an amount, which stands in a column beside it. */
function currencyOf({ properties }: Change['meta'], name: string, entity: Change['entity']) {
  const { wire } = (properties as Record<string, { wire?: Wire }>)[name] ?? {}
  return wire?.form === 'amount' ? String(entity[wire.currency] ?? '') : undefined
}

function valueOf(value: unknown, currency: string | undefined): unknown {
  if (typeof value === 'bigint')
    return currency === undefined ? `${value}` : decimal(value, currency)
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
}

/** With words in the place of ids of new rows, also within texts. */
function named(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (names.size === 0 || value === undefined) return value
  let text = JSON.stringify(value)
  for (const [id, name] of names) text = text.replaceAll(id, name)
  return JSON.parse(text) as unknown
}

function essenceOf(
  { meta, action, fields }: Change,
  row: EffectRow,
  moment: ReadonlyMap<string, string>,
): string {
  const { running = [] } = factsOf(meta.tableName)
  const kept = Object.entries(row.fields).flatMap(([name, side]) => {
    if (running.includes(name)) return []
    const { from, to } = fields[name]!
    // Who does it may be who did it before, and then nothing of that changes.
    if (action === 'UPDATED' && moment.get(String(to)) === 'caller') return []
    const isMoved = action === 'UPDATED' && typeof from === 'bigint' && typeof to === 'bigint'
    return [[name, isMoved ? { by: String(to - from) } : named(side, moment)] as const]
  })
  const { entity, id, clientId } = row
  return JSON.stringify([entity, action, id, clientId, Object.fromEntries(kept)])
}
