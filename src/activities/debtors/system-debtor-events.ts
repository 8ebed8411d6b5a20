import { z } from 'zod'
import {
  systemDebtorEventTypes,
  type SystemDebtorEventType,
} from '../../domain/debtors/system-debtor-event.ts'
import { isId } from '../../domain/ids.ts'
import { notFound } from '../../domain/refusal.ts'
import { askedDay, id as idOf } from '../../kernel/read/fields.ts'
import { pageLimitMax } from '../../kernel/read/page.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { daysOf } from './owed-by-system-debtor.ts'

export const day = askedDay.optional()
export const cursor = z.string().min(1).max(2000).optional()
const type = z.enum(systemDebtorEventTypes)
const some = z.union([type, z.array(type).min(1).max(20)])
export const eventFilters = {
  systemDebtorId: idOf('SystemDebtor').optional(),
  type: some.optional(),
}
const days = z.strictObject({ from: day, to: day }).optional()

export const searchSystemDebtorEventsInput = z
  .strictObject({
    filters: z.strictObject({ ...eventFilters, date: days }).optional(),
    limit: z.int().min(1).max(pageLimitMax).optional(),
    cursor,
  })
  .default({})

export const paymentBehaviourInput = z.strictObject({
  identificationNumber: z.string().min(1).max(60).meta({ example: '556677-8899' }),
  date: days,
})

export interface SystemDebtorEventFound extends Record<string, unknown> {
  id: string
  systemDebtorId: string
  type: SystemDebtorEventType
  date: string
  clientId: string | null
  claimId: string | null
  /** In minor units: what was paid, below zero where a payment was taken back. */
  amount: string | null
  currency: string | null
  text: string
}

export interface EventsAsked {
  id?: string
  systemDebtorId?: string | undefined
  types?: readonly SystemDebtorEventType[] | undefined
  from?: string | undefined
  to?: string | undefined
  after?: readonly unknown[] | undefined
  limit: number
  /** What is planned for later has not happened. */
  today?: string
}

const ofClaim = 'join debtor d on d.tenant_id = $1 and d.id = e.debtor_id'

/** Where events stand: with money, with the days of claims, or by themselves. */
const sources = [
  {
    table: 'financial_event',
    types: ['PAYMENT'],
    columns: `d.system_debtor_id as "systemDebtorId", 'PAYMENT' as type, e.book_date as date,
      e.client_id as "clientId", e.claim_id as "claimId", (-e.amount)::text as amount, e.currency,
      '' as text`,
    from: `financial_event e ${ofClaim} where e.type in ('PAYMENT', 'PAYMENT_REVERT')
      and e.amount <> 0`,
    debtor: 'd.system_debtor_id',
    date: 'e.book_date',
    type: `'PAYMENT'::text`,
  },
  {
    table: 'invoice_ledger_event',
    types: ['LATE', 'REMINDER', 'COLLECTION'],
    columns: `d.system_debtor_id, case e.type when 'OVERDUE' then 'LATE' else e.type end,
      e.planned_date, e.client_id, e.invoice_id, null::text, null::text, ''`,
    from: `invoice_ledger_event e ${ofClaim} where e.status = 'DONE'
      and e.type in ('OVERDUE', 'REMINDER', 'COLLECTION')`,
    debtor: 'd.system_debtor_id',
    date: 'e.planned_date',
    type: `case e.type when 'OVERDUE' then 'LATE' else e.type end`,
  },
  {
    table: 'system_debtor_event',
    types: ['BANKRUPTCY', 'CREDIT_CHANGE', 'LIMIT_CHANGE', 'BLOCK'],
    columns:
      'e.system_debtor_id, e.type, e.date, null::uuid, null::uuid, null::text, null::text, e.text',
    from: 'system_debtor_event e where true',
    debtor: 'e.system_debtor_id',
    date: 'e.date',
    type: 'e.type',
  },
] as const

type Source = (typeof sources)[number]

/** The latest first. Each source gives no more than the page, by an index of its days. */
export async function systemDebtorEvents(
  unit: Unit,
  asked: EventsAsked,
): Promise<SystemDebtorEventFound[]> {
  const { types } = asked
  const found = sources.filter(
    (one) => types === undefined || one.types.some((t) => types.includes(t)),
  )
  if (found.length === 0) return []
  const today = await unit.today()
  const values: unknown[] = [unit.tenantId]
  const arms = found.map((source) => `(${armOf(unit, source, { today, ...asked }, values)})`)
  return unit.transaction.query<SystemDebtorEventFound>(
    `select id, "systemDebtorId", type, date::text as date, "clientId", "claimId", amount, currency,
       text from (${arms.join(' union all ')}) f (id, "systemDebtorId", type, date, "clientId",
       "claimId", amount, currency, text)
     order by f.date desc, id desc limit ${asked.limit}`,
    values,
  )
}

function armOf(unit: Unit, source: Source, asked: EventsAsked, values: unknown[]): string {
  const { columns, from, debtor, date, type } = source
  const where = ['e.tenant_id = $1', `${debtor} is not null`]
  const also = (condition: (mark: string) => string, value: unknown) => {
    if (value !== undefined) where.push(condition(`$${values.push(value)}`))
  }
  also((mark) => `e.id = ${mark}`, asked.id)
  also((mark) => `${debtor} = ${mark}`, asked.systemDebtorId)
  if (source.table === 'invoice_ledger_event')
    also((mark) => `${date} <= ${mark}::date`, asked.today)
  also((mark) => `${type} = any(${mark}::text[])`, asked.types)
  also((mark) => `${date} >= ${mark}::date`, asked.from)
  also((mark) => `${date} <= ${mark}::date`, asked.to)
  if (asked.after !== undefined) {
    const [day, id] = asked.after
    where.push(`(${date}, e.id) < ($${values.push(day)}::date, $${values.push(id)}::uuid)`)
  }
  where.push(unit.bound(source.table, values, 'e.'))
  return `select e.id, ${columns} from ${from} and ${where.join(' and ')}
    order by ${date} desc, e.id desc limit ${asked.limit}`
}

/** One of them, by the id of what it is read from. */
export async function systemDebtorEvent(unit: Unit, id: string): Promise<SystemDebtorEventFound> {
  const [found] = isId(id) ? await systemDebtorEvents(unit, { id, limit: 1 }) : []
  return found ?? notFound()
}

interface Behaviour extends Record<string, unknown> {
  currency: string
  payments: number
  amount: string
  late: string | null
  onTime: number
}

/** How an identity has paid in some days: of each currency how much, and how late on average. */
export async function paymentBehaviour(
  unit: Unit,
  systemDebtorId: string,
  from: string,
  to: string,
) {
  const values: unknown[] = [unit.tenantId, systemDebtorId, from, to]
  const rows = await unit.transaction.query<Behaviour>(
    `select e.currency, count(*)::int as payments, sum(-e.amount)::text as amount,
       round(avg(e.value_date - i.due_date), 1)::text as late,
       count(*) filter (where e.value_date <= i.due_date)::int as "onTime"
     from debtor d
     join financial_event e on e.tenant_id = $1 and e.debtor_id = d.id and e.type = 'PAYMENT'
       and e.amount < 0 and e.reversed_by_id is null and e.book_date between $3 and $4
     join invoice i on i.tenant_id = $1 and i.id = e.claim_id and i.due_date is not null
     where d.tenant_id = $1 and d.system_debtor_id = $2
       and ${unit.bound('financial_event', values, 'e.')}
     group by 1 order by 1`,
    values,
  )
  return rows.map(({ late, ...row }) => ({ ...row, averageDaysLate: daysOf(late) }))
}
