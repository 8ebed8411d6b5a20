import type { BusinessDate } from '../../domain/dates.ts'
import { leftToPerson } from '../../domain/factoring/automatic-recourse.ts'
import { decimal } from '../../domain/money.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { Client } from '../../entities/client.ts'
import { Invoice, owedLedgerStatuses } from '../../entities/invoice.ts'
import { ErrandEvent, SystemErrand } from '../../entities/system-errand.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { factoringSettings } from '../clients/settings.ts'
import { leaveErrands, type ErrandDraft } from '../system/leave-errand.ts'
import { moduleSettings } from '../system/settings/module-settings.ts'
import { offIn } from '../system/settings/read-modules.ts'
import { isRecourseDue, recourseKey } from './recourse-errands.ts'
import { taking } from './take-recourse.ts'

const claimsAtOnce = 50

const dueBy = (tenant: string, day: string) => `i.tenant_id = ${tenant}
  and i.financing_status in ('FINANCED', 'REFINANCED') and i.recourse_date <= ${day}
  and i.ledger_status in (${owedLedgerStatuses.map((status) => `'${status}'`).join(', ')})`

/** Every morning: claims whose day of recourse has come go back, or are left to a person. */
export const recourseJob = {
  wanted: `exists (select 1 from invoice i where ${dueBy('t.tenant_id', '$1::date')})`,
  chunk: takeOrAsk,
} satisfies JobWork

export const toReturn = `select i.id from invoice i where ${dueBy('$1', '$2::date')}
  and ($3::uuid is null or i.id > $3) order by i.id limit $4`

async function takeOrAsk(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const values = [unit.tenantId, day, after === '' ? null : after, claimsAtOnce]
  const rows = await unit.transaction.query<{ id: string }>(toReturn, values)
  const ids = rows.map(({ id }) => id)
  const claims = (await unit.held(Invoice, ids)).filter((claim) => isRecourseDue(claim, day))
  const { automatic, reasons } = await judged(unit, claims)
  const refused = await take(unit, automatic)
  const left = claims.filter(({ id }) => !automatic.includes(id) || refused.has(id))
  const asked = await ask(unit, left, { reasons, refused })
  return {
    counts: { taken: automatic.length - refused.size, left: left.length, asked },
    after: ids.length < claimsAtOnce ? null : (ids.at(-1) ?? null),
  }
}

/** On which claims recourse is taken by itself, and why not on others of clients that want that. */
async function judged(unit: Unit, claims: readonly Invoice[]) {
  const reasons = new Map<string, string>()
  if (claims.length === 0) return { automatic: [], reasons }
  const clientIds = [...new Set(claims.map(({ clientId }) => clientId))]
  const [settings, clients, bankrupt] = await Promise.all([
    settingsInForce(unit, [factoringSettings, moduleSettings], clientIds),
    rowsOf(unit, Client, { id: clientIds }, ['id', 'status']),
    bankruptAmong(unit, clientIds),
  ])
  const of = byField(clients, 'id')
  const isSwitchedOff = offIn(settings).has('factoring')
  const automatic: string[] = []
  for (const { id, clientId, mainStatus } of claims) {
    if (!settings.of(factoringSettings, clientId).autoRecourse) continue
    const clientStatus = of.get(clientId)!.status
    const isClientBankrupt = bankrupt.has(clientId)
    const reason = leftToPerson({ mainStatus, clientStatus, isClientBankrupt, isSwitchedOff })
    if (reason === undefined) automatic.push(id)
    else reasons.set(id, reason)
  }
  return { automatic, reasons }
}

/** Who sells claims may be known as a debtor as well, who went bankrupt. */
async function bankruptAmong(unit: Unit, clientIds: readonly string[]) {
  const rows = await unit.transaction.query<{ id: string }>(
    `select c.id from client c join system_debtor s on s.tenant_id = c.tenant_id
       and s.country_code = c.country_code
       and s.identification_number in (c.identification_number,
         regexp_replace(c.identification_number, '[^0-9A-Za-z]', '', 'g'))
     where c.tenant_id = $1 and c.id = any ($2) and s.status = 'BANKRUPT'`,
    [unit.tenantId, clientIds],
  )
  return new Set(rows.map(({ id }) => id))
}

async function take(unit: Unit, ids: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  if (ids.length === 0) return new Map()
  const { refused } = await taking.many(unit, ids, {})
  await unit.flush()
  return refused
}

interface Why {
  reasons: ReadonlyMap<string, string>
  refused: ReadonlyMap<string, Refusal>
}

/** Who was asked the same, or has said that nothing is to be done, is not asked again. */
async function ask(unit: Unit, claims: readonly Invoice[], why: Why): Promise<number> {
  if (claims.length === 0) return 0
  const drafts = claims.map((claim) => draftOf(claim, why))
  const keys = drafts.map(({ dedupeKey }) => dedupeKey)
  const there = byField(
    await unit.readEach(SystemErrand, 'dedupe_key = any($2)', [keys]),
    'dedupeKey',
  )
  const closed = [...there.values()].filter(({ status }) => status === 'CLOSED')
  const forced = await closedByForce(unit, closed)
  const fresh = drafts.filter(({ dedupeKey, data }) => {
    const known = there.get(dedupeKey)
    if (known === undefined || !isSame(known.data, data)) return true
    return !isUnresolved(known.status) && !forced.has(known.id)
  })
  await leaveErrands(unit, fresh)
  return fresh.length
}

async function closedByForce(unit: Unit, errands: readonly SystemErrand[]) {
  if (errands.length === 0) return new Set<string>()
  const of = { errandId: errands.map(({ id }) => id), type: 'FORCE_CLOSED' }
  const events = await rowsOf(unit, ErrandEvent, of, ['errandId'])
  return new Set(events.map(({ errandId }) => errandId))
}

const isSame = (one: ErrandDraft['data'], other: ErrandDraft['data']): boolean =>
  ['recourseDate', 'code', 'reason'].every((name) => one?.[name] === other?.[name])

function draftOf(claim: Invoice, { reasons, refused }: Why) {
  const { id, invoiceNumber, clientId, balance, baseCurrency: currency, recourseDate } = claim
  const refusal = refused.get(id)
  const reason = refusal?.facts.detail ?? refusal?.message ?? reasons.get(id)
  return {
    type: 'CREDIT',
    subjectType: 'Invoice',
    subjectId: id,
    clientId,
    title: `Take recourse on invoice ${invoiceNumber}, whose day was ${recourseDate}`,
    data: {
      recourseDate,
      open: decimal(balance, currency),
      currency,
      ...(refusal !== undefined && { code: refusal.code }),
      ...(reason !== undefined && { reason }),
    },
    suggestion: { action: 'TAKE_RECOURSE', ...(reason !== undefined && { reason }) },
    dedupeKey: recourseKey(id),
  } as const satisfies ErrandDraft
}
