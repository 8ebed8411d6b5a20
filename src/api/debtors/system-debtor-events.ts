import { z } from 'zod'
import {
  cursor,
  day,
  eventFilters,
  paymentBehaviour,
  paymentBehaviourInput,
  searchSystemDebtorEventsInput,
  systemDebtorEvent,
  systemDebtorEvents,
  type SystemDebtorEventFound,
} from '../../activities/debtors/system-debtor-events.ts'
import { systemDebtorNumbered } from '../../activities/system/system-debtor-numbered.ts'
import { isBound, markOfScope } from '../../domain/access/scope.ts'
import { plusDays } from '../../domain/dates.ts'
import { systemDebtorEventTypes } from '../../domain/debtors/system-debtor-event.ts'
import { decimal } from '../../domain/money.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown, businessDate, currencyCode } from '../../kernel/read/amounts.ts'
import { anyId, id } from '../../kernel/read/fields.ts'
import {
  decodeCursor,
  encodeCursor,
  pageLimitDefault,
  pageLimitMax,
  pageOf,
} from '../../kernel/read/page.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const Shown = z
  .object({
    id: anyId('SX'),
    systemDebtorId: id('SystemDebtor'),
    type: z.enum(systemDebtorEventTypes),
    date: businessDate,
    clientId: id('Client').nullable(),
    claimId: anyId('I').nullable(),
    amount: amountShown.nullable(),
    currency: currencyCode.nullable(),
    text: z.string(),
  })
  .meta({ id: 'EventOfSystemDebtor' })

const show = (event: SystemDebtorEventFound): z.output<typeof Shown> => ({
  ...event,
  amount: event.amount === null ? null : decimal(BigInt(event.amount), event.currency ?? ''),
})

const query = z.strictObject({
  ...eventFilters,
  'date.from': day,
  'date.to': day,
  limit: z.coerce.number().int().min(1).max(pageLimitMax).optional(),
  cursor,
})

type Asked = z.output<typeof searchSystemDebtorEventsInput>

async function page(unit: Unit, { filters: asked = {}, limit = pageLimitDefault, cursor }: Asked) {
  if (isBound(unit.scope)) notFound()
  const { systemDebtorId, type: types, date } = asked
  const list = JSON.stringify([unit.tenantId, ...markOfScope(unit.scope), 'SystemDebtor', asked])
  const key = unit.runtime.keys.cursors
  const found = await systemDebtorEvents(unit, {
    systemDebtorId,
    types: types === undefined ? undefined : [types].flat(),
    from: date?.from,
    to: date?.to,
    after: cursor === undefined ? undefined : decodeCursor(cursor, list, key),
    limit: limit + 1,
  })
  const data = found.slice(0, limit).map(show)
  const last = data.at(-1)
  const hasMore = found.length > limit
  const nextCursor =
    hasMore && last !== undefined ? encodeCursor([last.date, last.id], list, key) : null
  return { data, hasMore, nextCursor }
}

/** Without days, those of the last year. */
const usualDays = 365

const Behaviour = z
  .object({
    currency: currencyCode,
    payments: z.int(),
    amount: amountShown,
    /** Below zero where it pays before the day. */
    averageDaysLate: z.number().nullable(),
    onTime: z.int(),
  })
  .meta({ id: 'PaymentBehaviour' })

const listed = { returns: pageOf(Shown), status: 200, refuses: ['CURSOR_INVALID'] } as const

export default {
  listSystemDebtorEvents: operation('GET /system-debtor/events', 'ReadSystemDebtorEvents', {
    ...listed,
    summary: 'List what happened to system debtors, the latest first',
    query,
    handle: ({ unit, query: { 'date.from': from, 'date.to': to, limit, cursor, ...rest } }) =>
      page(unit, { filters: { ...rest, date: { from, to } }, limit, cursor }),
  }),

  searchSystemDebtorEvents: operation(
    'POST /system-debtor/events/search',
    'SearchSystemDebtorEvents',
    {
      ...listed,
      summary: 'Search what happened to system debtors, the latest first',
      body: searchSystemDebtorEventsInput,
      handle: ({ unit, body }) => page(unit, body),
    },
  ),

  readSystemDebtorEvent: operation('GET /system-debtor/events/{id}', 'ReadSystemDebtorEvent', {
    summary: 'Read one event of a system debtor',
    returns: Shown,
    shows: show,
  }).handle(({ unit, params }) =>
    isBound(unit.scope) ? notFound() : systemDebtorEvent(unit, params.id),
  ),

  searchPaymentsOfSystemDebtor: operation(
    'POST /system-debtor/events/payments/search',
    'SearchSystemDebtorEvents',
    {
      summary: 'Say how much and how late a system debtor has paid',
      body: paymentBehaviourInput,
      returns: z
        .object({ from: businessDate, to: businessDate, data: z.array(Behaviour) })
        .meta({ id: 'PaymentsOfSystemDebtor' }),
      status: 200,
      refuses: ['NOT_FOUND', 'NUMBER_OF_SEVERAL'],
      purpose: 'report',
    },
  ).handle(async ({ unit, body: { identificationNumber, date } }) => {
    const debtor = await systemDebtorNumbered(unit, identificationNumber)
    const to = date?.to ?? (await unit.today())
    const from = date?.from ?? plusDays(to, -usualDays)
    if (from > to) invalid('/date/from', 'AFTER_END', 'It is after the last day')
    const found = await paymentBehaviour(unit, debtor.id, from, to)
    const data = found.map((one) => ({ ...one, amount: decimal(BigInt(one.amount), one.currency) }))
    return { from, to, data }
  }),
} satisfies Room
