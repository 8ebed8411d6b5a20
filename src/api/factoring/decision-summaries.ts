import { markOfScope } from '../../domain/access/scope.ts'
import type { EntityName } from '@mikro-orm/core'
import { z } from 'zod'
import type { Unit } from '../../kernel/write/unit.ts'
import { financeDecisions } from '../../domain/factoring/decision.ts'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import type { IdKind } from '../../entities/ids.ts'
import { decimal } from '../../domain/money.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { amountShown, businessDate, currencyCode } from '../../kernel/read/amounts.ts'
import { id } from '../../kernel/read/fields.ts'
import { askedOf, exact, instants } from '../../kernel/read/filter.ts'
import type { Behaviour } from '../../kernel/http/operation.ts'
import {
  countMax,
  decodeCursor,
  encodeCursor,
  pageLimitDefault,
  pageLimitMax,
  pageOf,
} from '../../kernel/read/page.ts'

const StatusCount = z
  .object({
    status: z.enum(decisionStatuses),
    financeDecision: z.enum(financeDecisions).nullable(),
    count: z.int(),
    amount: amountShown,
  })
  .meta({ id: 'DecisionStatusCount' })

const counts = {
  currency: currencyCode,
  count: z.int(),
  amount: amountShown,
  statuses: z.array(StatusCount),
}

/** Whose decisions are counted, and under which field that stands. */
interface Of {
  field: 'clientId' | 'debtorId'
  column: 'client_id' | 'debtor_id'
  kind: IdKind
  noun: string
  entity: EntityName<object>
}

const kinds = {
  clients: {
    field: 'clientId',
    column: 'client_id',
    kind: 'Client',
    noun: 'Client',
    entity: Client as EntityName<object>,
  },
  debtors: {
    field: 'debtorId',
    column: 'debtor_id',
    kind: 'Debtor',
    noun: 'Debtor',
    entity: Debtor as EntityName<object>,
  },
} as const satisfies Record<string, Of>

interface Counted extends Record<string, unknown> {
  owner: string
  currency: string
  day: string
  count: number
  amount: string
  statuses: { status: string; finance_decision: string | null; count: number; amount: string }[]
}

/** How many decisions and how much stand where, for one client or debtor, or for each of many. */
export function decisionsBy(of: keyof typeof kinds) {
  return {
    ofOne: ofOne(kinds[of]),
    search: searching(kinds[of], false),
    daily: searching(kinds[of], true),
  }
}

function ofOne(of: Of) {
  const view = z
    .object({ [of.field]: id(of.kind), data: z.array(z.object(counts)) })
    .meta({ id: `Decisions${of.noun}` })
  return {
    summary: `Count the decisions of one ${of.noun.toLowerCase()} by status`,
    returns: view,
    handle: async ({ unit, params: { id: ownerId } }) => {
      await unit.load(of.entity, ownerId)
      const sql = new Conditions(unit, of)
      sql.add((value) => `${of.column} = ${value}`, ownerId)
      const rows = await counted(unit, of, sql, '', 100)
      const data = rows.map(({ owner: _, day: __, ...row }) => shown(row))
      return { [of.field]: ownerId, data } as z.output<typeof view>
    },
  } satisfies Behaviour<'id', undefined, undefined, z.output<typeof view>>
}

const decisionFilters = {
  clientId: exact(id('Client')).body.optional(),
  debtorId: exact(id('Debtor')).body.optional(),
  status: exact(z.enum(decisionStatuses)).body.optional(),
  financeDecision: exact(z.enum(financeDecisions)).body.optional(),
  requestedAt: instants().body.optional(),
}

function searching(of: Of, daily: boolean) {
  const view = z
    .object({ [of.field]: id(of.kind), ...(daily && { day: businessDate }), ...counts })
    .meta({ id: `${daily ? 'Daily' : ''}DecisionsBy${of.noun}` })
  const body = z
    .strictObject({
      filters: z.strictObject(decisionFilters).optional(),
      limit: z.int().min(1).max(pageLimitMax).optional(),
      cursor: z.string().min(1).max(2000).optional(),
      count: z.boolean().optional(),
    })
    .default({})
  return {
    summary: `Count decisions by ${of.noun.toLowerCase()}${daily ? ', day' : ''} and status`,
    body,
    returns: pageOf(view),
    status: 200,
    refuses: ['CURSOR_INVALID'],
    handle: async ({ unit, body: asked }) => {
      const { filters = {}, limit = pageLimitDefault, cursor } = asked
      const scope = markOfScope(unit.scope)
      const list = JSON.stringify([unit.tenantId, ...scope, of.field, daily, filters])
      const key = unit.runtime.keys.cursors
      const sql = conditionsOf(unit, of, filters)
      const zone = daily ? (await unit.tenant()).timeZone : ''
      const count = asked.count === true ? await groupsOf(unit, of, filters, zone) : undefined
      if (cursor !== undefined) sql.after(decodeCursor(cursor, list, key))
      const rows = await counted(unit, of, sql, zone, limit + 1)
      const kept = rows.slice(0, limit)
      const last = kept.at(-1)
      const hasMore = rows.length > limit
      return {
        data: kept.map(({ owner, day, ...row }) => ({
          [of.field]: owner,
          ...(daily && { day }),
          ...shown(row),
        })) as z.output<typeof view>[],
        hasMore,
        nextCursor:
          hasMore && last !== undefined
            ? encodeCursor([last.owner, last.day, last.currency], list, key)
            : null,
        ...(count !== undefined && { count }),
      }
    },
  } satisfies Behaviour<never, z.output<typeof body>, undefined, unknown>
}

/**
 * What a statement asks, and the values it asks with; every one names its tenant and its bounds.
 */
class Conditions {
  readonly values: unknown[] = []
  readonly where: string[] = []
  readonly #of: Of
  beyond = ''

  constructor(unit: Unit, of: Of) {
    this.#of = of
    this.add((value) => `tenant_id = ${value}`, unit.tenantId)
    this.where.push(unit.bound('factoring_decision', this.values))
  }

  add(condition: (value: string) => string, value: unknown): void {
    this.where.push(condition(this.value(value)))
  }

  value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  filter(column: string, asked: unknown): void {
    if (asked === undefined) return
    const how = askedOf(asked)
    if ('one' in how) this.add((value) => `${column} = ${value}`, how.one)
    else if ('among' in how) this.add((value) => `${column} = any(${value})`, how.among)
    else if (!('contains' in how)) {
      if (how.from !== undefined) this.add((value) => `${column} >= ${value}`, how.from)
      if (how.to !== undefined) this.add((value) => `${column} <= ${value}`, how.to)
    }
  }

  /** Owners before the last one are left out before anything is counted. */
  after([owner, day, currency]: readonly unknown[]): void {
    this.add((value) => `${this.#of.column} >= ${value}`, owner)
    const bounds = [owner, day, currency].map((value) => this.value(value))
    this.beyond = `where (owner, day, currency) > (${bounds.join(', ')})`
  }
}

type Asked = Readonly<Record<string, unknown>>

function conditionsOf(unit: Unit, of: Of, filters: Asked): Conditions {
  const sql = new Conditions(unit, of)
  sql.filter('client_id', filters['clientId'])
  sql.filter('debtor_id', filters['debtorId'])
  sql.filter('status', filters['status'])
  sql.filter('finance_decision', filters['financeDecision'])
  sql.filter('requested_at', filters['requestedAt'])
  return sql
}

function counted(
  unit: Unit,
  { column }: Of,
  sql: Conditions,
  timeZone: string,
  limit: number,
): Promise<Counted[]> {
  const day = dayIn(sql, timeZone)
  return unit.transaction.query<Counted>(
    `with grouped as (
       select ${column} as owner, currency, ${day} as day, status, finance_decision,
         count(*)::int as count, sum(amount) as amount
       from factoring_decision where ${sql.where.join(' and ')} group by 1, 2, 3, 4, 5)
     select owner, currency, day, sum(count)::int as count, sum(amount)::text as amount,
       json_agg(json_build_object('status', status, 'finance_decision', finance_decision,
         'count', count, 'amount', amount::text) order by status, finance_decision) as statuses
     from grouped ${sql.beyond} group by 1, 2, 3 order by 1, 3, 2 limit ${limit}`,
    sql.values,
  )
}

const dayIn = (sql: Conditions, timeZone: string) =>
  timeZone === '' ? `''` : `((requested_at at time zone ${sql.value(timeZone)})::date)::text`

/** How many there are on all pages, exactly up to the bound of all lists. */
async function groupsOf(
  unit: Unit,
  of: Of,
  filters: Asked,
  timeZone: string,
): Promise<number | { atLeast: number }> {
  const sql = conditionsOf(unit, of, filters)
  const day = dayIn(sql, timeZone)
  const [row] = await unit.transaction.query<{ n: number }>(
    `select count(*)::int as n from (
       select ${of.column}, currency, ${day} as day from factoring_decision
       where ${sql.where.join(' and ')} group by 1, 2, 3 limit ${countMax + 1}) counted`,
    sql.values,
  )
  const n = row?.n ?? 0
  return n > countMax ? { atLeast: countMax } : n
}

function shown({ currency, count, amount, statuses }: Omit<Counted, 'owner' | 'day'>) {
  return {
    currency: currency as string,
    count: count as number,
    amount: decimal(BigInt(amount as string), currency as string),
    statuses: (statuses as Counted['statuses']).map((each) => ({
      status: each.status as (typeof decisionStatuses)[number],
      financeDecision: each.finance_decision as (typeof financeDecisions)[number] | null,
      count: each.count,
      amount: decimal(BigInt(each.amount), currency as string),
    })),
  }
}
