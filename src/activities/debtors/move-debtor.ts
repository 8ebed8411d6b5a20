import { z } from 'zod'
import { refuseAtRest } from '../../domain/clients/status.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { DebtorSetting } from '../../entities/setting-choice.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { exampleId } from '../../entities/ids.ts'
import { id } from '../../kernel/read/fields.ts'
import { holdAlone } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { pendingWhereLaxer } from '../system/settings/loosened.ts'
import { endAtClient, holdUnderWay } from './end-at-client.ts'
import { endRequestsAboutDebtor } from './end-requests-about-debtor.ts'
import { keepers } from './followers.ts'
import { moveWhatHangsOn, type Moved } from './move-what-hangs-on.ts'
import { holdPeople } from './move-people.ts'
import { refuseGuaranteeing } from './refuse-guaranteeing.ts'
import { refuseTakenNumbers } from './refuse-taken-numbers.ts'
import { refuseUnderWay } from './refuse-under-way.ts'
import { countryAt, takeIdentity } from './take-identity.ts'

export const moveDebtorInput = z
  .strictObject({
    clientId: id('Client'),
    /** The debtor of that client which it is the same as. */
    debtorId: id('Debtor').optional(),
    customerNumber: bodyOf(Debtor, ['customerNumber']).shape.customerNumber.optional(),
  })
  .meta({ example: { clientId: exampleId('Client', 'another'), customerNumber: '1042' } })
type Wanted = z.output<typeof moveDebtorInput>

/** More could not be moved in one transaction. */
const invoicesMax = 100

/**
 * Moves a debtor to another client, or into another debtor that is the same, with all that hangs on
 * it and is not booked. What is booked stays where it is, and with it the debtor that it is on.
 */
export async function moveDebtor(
  unit: Unit,
  debtorId: string,
  sent: Wanted,
): Promise<Debtor | Pending> {
  const known = await unit.load(Debtor, debtorId)
  await unit.load(Client, sent.clientId, '/clientId')
  if (sent.debtorId === undefined && sent.clientId === known.clientId) {
    invalid('/clientId', 'SAME_CLIENT', 'It is a debtor of this client')
  }
  const about = {
    subject: { type: 'Debtor', id: known.id, clientId: known.clientId },
    payload: { from: known.clientId, ...sent },
  }
  const pending = requireSecond(unit, { ...about, topic: 'DEBTOR_MERGE' })
  if (pending !== undefined) return pending
  const targets = sent.debtorId === undefined ? [] : [sent.debtorId]
  const whom = [
    { clientId: known.clientId, debtorId },
    ...targets.map((id) => ({ clientId: sent.clientId, debtorId: id })),
  ]
  const laxer = await pendingWhereLaxer(unit, about, whom, async (by) => {
    const { clientId, id } = await moveNow(by, debtorId, sent)
    return { clientId, debtorId: id }
  })
  return laxer ?? moveNow(unit, debtorId, sent)
}

async function moveNow(unit: Unit, debtorId: string, sent: Wanted): Promise<Debtor> {
  const known = await unit.load(Debtor, debtorId)
  const client = await unit.load(Client, sent.clientId, '/clientId')
  if (client.id !== known.clientId) refuseAtRest(client.status)
  await endRequestsAboutDebtor(unit, debtorId)
  await holdPeople(unit, debtorId)
  const underWay = await holdUnderWay(unit, known)
  const invoices = await unbooked(unit, debtorId)
  const held = [debtorId, ...(sent.debtorId === undefined ? [] : [sent.debtorId])]
  // With those that went into it before, which follow it: all in the order of their ids.
  await holdAlone(unit, Debtor, '(id = any($2) or moved_to_id = $3)', [held, debtorId])
  const debtors = await unit.readEach(Debtor, 'id = any($2)', [held])
  const source = debtors.find((one) => one.id === debtorId) ?? refuse('VERSION_CONFLICT')
  const { movedToId } = source
  if (movedToId != null && movedToId !== sent.debtorId) {
    const detail = 'It was moved before; name that debtor to take along what has come since.'
    refuse('ALREADY_EXISTS', { existingId: movedToId, detail })
  }
  await refuseUnderWay(unit, debtorId, invoices)
  if (sent.clientId !== source.clientId) {
    await endAtClient(unit, source, underWay)
    await refuseTakenNumbers(unit, client, invoices)
  }
  const target =
    sent.debtorId === undefined
      ? await copied(unit, source, client, sent.customerNumber)
      : await into(unit, source, debtors, sent.debtorId, sent)
  await refuseGuaranteeing(
    unit,
    target,
    invoices.map(({ id }) => id),
  )
  await unit.flush()
  const moved = { source, target, merges: sent.debtorId !== undefined, invoices }
  // Some of it is hidden from a client, or is not theirs to change.
  await unit.widened(() => moveWhatHangsOn(unit, moved))
  await leave(unit, moved)
  return target
}

/** Held first, so that none of them is activated meanwhile. */
async function unbooked(unit: Unit, debtorId: string): Promise<Invoice[]> {
  const ids = await holdAlone(
    unit,
    Invoice,
    `debtor_id = $2 and ledger_status = 'NOT_BOOKED'
     and id in (select id from invoice where tenant_id = $1 and debtor_id = $2
       and ledger_status = 'NOT_BOOKED' order by id limit ${invoicesMax + 1})`,
    [debtorId],
  )
  const invoices = await unit.readEach(Invoice, 'id = any($2)', [ids])
  if (invoices.some(({ mainStatus }) => mainStatus !== 'CREATED')) {
    const detail = 'Invoices of the debtor are being activated, or wait for a second person.'
    refuse('DEBTOR_BUSY', { detail })
  }
  if (invoices.length > invoicesMax) {
    refuse('DEBTOR_TOO_LARGE', { detail: `At most ${invoicesMax} invoices are moved at once.` })
  }
  return invoices
}

async function into(
  unit: Unit,
  source: Debtor,
  debtors: readonly Debtor[],
  targetId: string,
  { clientId, customerNumber }: Wanted,
): Promise<Debtor> {
  const pointer = '/debtorId'
  const target = debtors.find((one) => one.id === targetId)
  if (target === undefined) return refuse('NOT_FOUND', { errors: [absentAt(pointer)] })
  if (target.id === source.id) invalid(pointer, 'SAME_DEBTOR', 'It is the debtor itself')
  if (target.clientId !== clientId) {
    invalid(pointer, 'OTHER_CLIENT', 'It is a debtor of another client')
  }
  if (customerNumber !== undefined && customerNumber !== target.customerNumber) {
    invalid('/customerNumber', 'NOT_ALLOWED', 'The other debtor keeps its number')
  }
  const [one, other] = [source.systemDebtorId ?? null, target.systemDebtorId ?? null]
  if (one !== null && other !== null && one !== other) refuse('NOT_SAME_DEBTOR')
  if (target.movedToId != null) refuse('NOT_SAME_DEBTOR', { existingId: target.movedToId })
  await takeIdentity(unit, source, target, pointer)
  return target
}

const absentAt = (pointer: string) => ({ pointer, code: 'NOT_FOUND', message: 'There is no such' })

/** Without its reminder profile, which may be its client's. */
const copiedFields = [
  'type',
  'subtypeId',
  'name',
  'identificationNumber',
  'email',
  'phone',
  'invoiceAddress',
  'deliveryAddress',
  'peppolId',
  'preferredLanguage',
  'further',
  'systemDebtorId',
  'currency',
  'bankruptSince',
] as const

/** As it is, among the debtors of the other client. */
async function copied(
  unit: Unit,
  source: Debtor,
  client: Client,
  numberSent: string | undefined,
): Promise<Debtor> {
  const { id: clientId } = client
  const customerNumber = numberSent ?? source.customerNumber
  const there = await unit.find(Debtor, { clientId, customerNumber })
  if (there !== null) {
    const pointer = numberSent === undefined ? '/clientId' : '/customerNumber'
    const message = 'The client has a debtor with this number: name it as `debtorId`'
    const errors = [{ pointer, code: 'ALREADY_EXISTS', message }]
    refuse('ALREADY_EXISTS', { existingId: there.id, errors })
  }
  const told = copiedFields.map((field) => [field, source[field]])
  return unit.add(Debtor, {
    ...(Object.fromEntries(told) as Pick<Debtor, (typeof copiedFields)[number]>),
    clientId,
    customerNumber,
    countryCode: await countryAt(unit, source, client),
    balance: 0n,
  })
}

/**
 * Where nothing is left on it, it goes; otherwise it says what has taken its place, and who both
 * are, as a claim that is settled may open again.
 */
async function leave(unit: Unit, { source, target }: Moved): Promise<void> {
  const of = ['invoice', ...keepers()].map(
    (table) => `exists (select from ${table} where tenant_id = $1 and debtor_id = $2)`,
  )
  // Whoever has found something about it clears that by the id that they know.
  of.push(`exists (select from system_errand where tenant_id = $1 and type = 'AML'
    and subject_id in (id_text($2::uuid), id_text($3::uuid)))`)
  const [kept] = await unit.transaction.prepared<{ is: boolean }>(
    `select ${of.join(' or ')} as is`,
    [unit.tenantId, source.id, target.id],
  )
  if (kept?.is === true) {
    await takeIdentity(unit, target, source, '/debtorId')
    unit.update(Debtor, source, { movedToId: target.id })
    return
  }
  for (const setting of await unit.all(DebtorSetting, { debtorId: source.id })) unit.remove(setting)
  unit.remove(await unit.load(Debtor, source.id))
}
