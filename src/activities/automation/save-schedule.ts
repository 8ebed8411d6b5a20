import { z } from 'zod'
import { clientOfGift } from '../../domain/access/grant.ts'
import {
  cronOf,
  frequencies,
  recipientsMax,
  schedulesMax,
  schedulesOfClientMax,
  type ScheduleKind,
} from '../../domain/automation/schedule.ts'
import { isBound } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Schedule } from '../../entities/schedule.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { email, id } from '../../kernel/read/fields.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseClosedClient } from '../access/refuse-closed-client.ts'
import { settleErrand, settleErrandsAbout } from '../system/settle-errand.ts'
import { unsentErrandOf } from './schedule-run.ts'
import { nextTime, refuseTimes } from './times.ts'

const at = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time of the day, as 07:30')
  .meta({ example: '07:30' })
const cron = z.string().min(9).max(100).meta({ example: '30 7 * * 1' })

export const recipientsSent = z
  .array(email)
  .min(1)
  .max(recipientsMax)
  .refine((all) => new Set(all).size === all.length, 'Name each recipient once')

const facts = bodyOf(Schedule, ['name', 'enabled'], { enabled: true }).extend({
  timeZone: z.string().min(1).max(60).meta({ example: 'Europe/Stockholm' }).optional(),
  recipients: recipientsSent,
})

/** When: five fields of cron, or a frequency and a time. */
const times = {
  cron: cron.optional(),
  frequency: z.enum(frequencies).optional(),
  at: at.optional(),
}

type Times = { [K in keyof typeof times]?: z.output<(typeof times)[K]> }

const saysOnce = ({ cron: asked, frequency, at: time }: Times) =>
  (frequency === undefined) === (time === undefined) &&
  (asked === undefined || frequency === undefined)
const says = 'Send cron, or frequency and at, and not both'
const isSaid = ({ cron: asked, frequency }: Times) => (asked ?? frequency) !== undefined

type Made = Readonly<Record<string, unknown>>

const everyMonday = {
  name: 'Every Monday',
  recipients: ['anna.berg@example.com'],
  cron: '30 7 * * 1',
}

/** The body of a new schedule, and that of a change, with what its kind makes. */
export const createScheduleInput = <Shape extends z.ZodRawShape>(made: Shape, example: Made) =>
  facts
    .extend({ ...times, clientId: id('Client').nullish(), ...made })
    .refine((sent) => saysOnce(sent as Times) && isSaid(sent as Times), says)
    .meta({ example: { ...everyMonday, ...example } })

export const updateScheduleInput = <Shape extends z.ZodRawShape>(made: Shape, example: Made) =>
  facts
    .partial()
    .extend({ ...times, ...z.object(made).partial().shape })
    .refine((sent) => saysOnce(sent as Times), says)
    .meta({ example: { name: everyMonday.name, cron: everyMonday.cron, ...example } })

/** What the verbs read of these bodies; what else stands there is made by the kind. */
const newFacts = facts.extend({ ...times, clientId: id('Client').nullish() }).strip()
const changedFacts = facts.partial().extend(times).strip()

export async function createSchedule(
  unit: Unit,
  kind: ScheduleKind,
  body: object,
  made: Made,
): Promise<Schedule> {
  const sent = newFacts.parse(body)
  const clientId = await clientMeant(unit, sent.clientId ?? undefined)
  await refuseTooMany(unit)
  const timeZone = sent.timeZone ?? (await unit.tenant()).timeZone
  const asked = cronAsked(sent) ?? ''
  refuseTimes(asked, timeZone)
  const { name, enabled, recipients } = sent
  return unit.add(Schedule, {
    kind,
    clientId,
    ofClient: isBound(unit.scope),
    name,
    cron: asked,
    timeZone,
    recipients,
    input: await acceptedInput(unit, kind, made, clientId),
    enabled,
    nextRunAt: enabled ? nextTime(asked, timeZone, unit.now) : null,
    suspendedFor: null,
    ...inNameOf(unit),
  })
}

/** Whoever changes it answers for it from then on: it goes on in their name. */
export async function updateSchedule(
  unit: Unit,
  { kind, id: scheduleId }: { kind: ScheduleKind; id: string },
  body: object,
  made: Made,
): Promise<Schedule> {
  const sent = changedFacts.parse(body)
  const schedule = await unit.load(Schedule, { id: scheduleId, kind })
  const { cron: before, timeZone: zone, enabled: was, input, clientId } = schedule
  const wanted = {
    cron: cronAsked(sent) ?? before,
    timeZone: sent.timeZone ?? zone,
    enabled: sent.enabled ?? was,
  }
  const isRetimed = wanted.cron !== before || wanted.timeZone !== zone
  const isMoved = isRetimed || wanted.enabled !== was
  // What was taken before the rules became stricter can still be renamed, and switched off.
  if (isRetimed || (wanted.enabled && !was)) refuseTimes(wanted.cron, wanted.timeZone)
  if (wanted.enabled) await refuseClosedClient(unit, clientId)
  const next = wanted.enabled ? nextTime(wanted.cron, wanted.timeZone, unit.now) : null
  const { name = schedule.name, recipients = schedule.recipients } = sent
  await settleRemoved(unit, schedule, recipients)
  return Object.assign(schedule, wanted, {
    name,
    recipients,
    input: await acceptedInput(unit, kind, { ...input, ...known(made) }, clientId ?? null),
    ...(isMoved && { nextRunAt: next }),
    ...(wanted.enabled && { suspendedFor: null }),
    ...inNameOf(unit),
  })
}

export const addRecipientsInput = z.strictObject({ recipients: recipientsSent })

/** Those that get it already stay what they are. */
export async function addRecipients(
  unit: Unit,
  of: { kind: ScheduleKind; id: string },
  { recipients }: z.output<typeof addRecipientsInput>,
): Promise<Schedule> {
  const schedule = await unit.load(Schedule, of)
  const all = [...new Set([...schedule.recipients, ...recipients])]
  if (all.length > recipientsMax) refuse('TOO_MANY_RECIPIENTS')
  await takeOver(unit, schedule)
  return Object.assign(schedule, { recipients: all })
}

/** Nothing is made for nobody: the last one stays. */
export async function removeRecipient(
  unit: Unit,
  of: { kind: ScheduleKind; id: string },
  address: string,
): Promise<void> {
  const schedule = await unit.load(Schedule, of)
  const left = schedule.recipients.filter((each) => each !== address.toLowerCase())
  if (left.length === schedule.recipients.length) refuse('NOT_FOUND')
  if (left.length === 0) refuse('LAST_RECIPIENT')
  await takeOver(unit, schedule)
  await settleRemoved(unit, schedule, left)
  Object.assign(schedule, { recipients: left })
}

/** Its runs go with it; what they made stays among the documents. */
export async function deleteSchedule(
  unit: Unit,
  of: { kind: ScheduleKind; id: string },
): Promise<void> {
  const schedule = await unit.load(Schedule, of)
  await settleErrandsAbout(
    unit,
    { type: 'SCHEDULE', subjectType: 'ScheduleRun' },
    'It was deleted',
    ({ data }) => data['scheduleId'] === schedule.id,
  )
  const ofSchedule = [unit.tenantId, schedule.id]
  await unit.transaction.query(
    'delete from schedule_run where tenant_id = $1 and schedule_id = $2',
    ofSchedule,
  )
  unit.remove(schedule)
}

/** All that it makes has to be theirs to have made, as if they made the schedule anew. */
async function takeOver(unit: Unit, schedule: Schedule): Promise<void> {
  const { kind, clientId = null, input: before } = schedule
  const input = await acceptedInput(unit, kind, before, clientId)
  Object.assign(schedule, { input, ...inNameOf(unit) })
}

/** Whoever takes no mail is asked for by nobody any more. */
async function settleRemoved(unit: Unit, { id: scheduleId, recipients }: Schedule, left: string[]) {
  for (const each of recipients.filter((address) => !left.includes(address))) {
    await settleErrand(unit, unsentErrandOf(scheduleId, each), 'It is not sent there any more.')
  }
}

/** Nobody has a schedule make what they may not have made themselves. */
async function acceptedInput(
  unit: Unit,
  kind: ScheduleKind,
  made: Made,
  clientId: string | null,
): Promise<Record<string, unknown>> {
  const { accept, right } = unit.runtime.registered.scheduled[kind]
  const missingRights = unit.principal.lacks([right(made)])
  if (missingRights.length > 0) refuse('GRANT_EXCEEDS_HOLDER', { missingRights })
  return accept(unit, made, clientId)
}

const cronAsked = ({ cron: asked, frequency, at: time }: Times): string | undefined =>
  frequency === undefined || time === undefined
    ? asked?.trim().replaceAll(/\s+/g, ' ')
    : cronOf({ frequency, at: time })

const known = (made: Made) =>
  Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined))

/** A client's own caller has schedules about that client alone. */
async function clientMeant(unit: Unit, sent: string | undefined): Promise<string | null> {
  if (unit.scope.debtorId !== null) refuse('ACCESS_DENIED')
  const clientId = clientOfGift(unit.scope, sent)
  if (clientId !== null) await unit.load(Client, clientId, '/clientId')
  await refuseClosedClient(unit, clientId)
  return clientId
}

/** Those of a client are in the way of no other client, nor of the tenant; of two the second counts. */
async function refuseTooMany(unit: Unit): Promise<void> {
  const own = isBound(unit.scope)
  const { clientId } = unit.scope
  await lockKey(unit, 'schedules', clientId ?? '')
  const whose = own ? 'of_client and client_id = $2' : 'not of_client and $2::uuid is null'
  const [row] = await unit.widened(() =>
    unit.transaction.query<{ n: number }>(
      `select count(*)::int as n from schedule where tenant_id = $1 and ${whose}`,
      [unit.tenantId, clientId],
    ),
  )
  if ((row?.n ?? 0) >= (own ? schedulesOfClientMax : schedulesMax)) refuse('TOO_MANY_SCHEDULES')
}

const inNameOf = (unit: Unit) => ({
  requestedBy: unit.principal.id,
  requestedByName: unit.principal.name.slice(0, 200),
  openedBy: unit.scope.openedBy ?? null,
})
