import { z } from 'zod'
import { isNarrowed } from '../../domain/access/scope.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { lifeOfSystemDebtor } from '../../domain/debtors/identity.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id, sentDay } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import { heldRows, setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { startTask } from '../system/start-task.ts'
import { taskOf } from '../task.ts'
import { addSystemDebtorEvent } from './add-system-debtor-event.ts'
import { systemDebtorNumbered } from '../system/system-debtor-numbered.ts'

const { bankruptcyCaseNumber, bankruptcyTrustee } = bodyOf(SystemDebtor, [
  'bankruptcyCaseNumber',
  'bankruptcyTrustee',
]).shape

export const declareBankruptInput = z.strictObject({
  date: sentDay.meta({ example: '2026-11-20' }),
  caseNumber: bankruptcyCaseNumber,
  trustee: bankruptcyTrustee,
  lastClaimDate: sentDay.meta({ example: '2999-01-31' }).nullish(),
})

/**
 * From now on nothing is financed on it. In the background its debtors' clients learn of it, and
 * nothing more is done about its open claims, which become doubtful.
 */
export async function declareBankrupt(
  unit: Unit,
  number: string,
  sent: z.output<typeof declareBankruptInput>,
): Promise<SystemDebtor> {
  const debtor = await heldNumbered(unit, number)
  const { date, caseNumber = null, trustee = null, lastClaimDate = null } = sent
  const status = lifeOfSystemDebtor.move(debtor.status, 'declareBankrupt')
  if (date > (await unit.today())) invalid('/date', 'IN_THE_FUTURE', 'It has to have happened')
  if (lastClaimDate !== null && lastClaimDate < date) {
    invalid('/lastClaimDate', 'BEFORE_BANKRUPTCY', 'It is before the bankruptcy')
  }
  Object.assign(debtor, {
    status,
    statusBefore: debtor.status,
    bankruptcyDate: date,
    bankruptcyCaseNumber: caseNumber,
    bankruptcyTrustee: trustee,
    lastClaimDate,
  })
  const text = ['Bankrupt', caseNumber, trustee].filter((part) => part !== null).join(', ')
  await addSystemDebtorEvent(unit, debtor.id, 'BANKRUPTCY', text)
  await follow(unit, debtor)
  return debtor
}

/** What was entered by mistake is taken back, with all that followed from it. */
export async function revokeBankruptcy(unit: Unit, number: string): Promise<SystemDebtor> {
  const debtor = await heldNumbered(unit, number)
  lifeOfSystemDebtor.move(debtor.status, 'revokeBankruptcy')
  Object.assign(debtor, {
    status: debtor.statusBefore ?? 'ACTIVE',
    statusBefore: null,
    bankruptcyDate: null,
    bankruptcyCaseNumber: null,
    bankruptcyTrustee: null,
    lastClaimDate: null,
  })
  await addSystemDebtorEvent(unit, debtor.id, 'BANKRUPTCY', 'The bankruptcy was revoked')
  await follow(unit, debtor)
  return debtor
}

/** It concerns claims of all clients, so that nobody says it who has some of them alone. */
async function heldNumbered(unit: Unit, number: string): Promise<SystemDebtor> {
  const { id: named } = await systemDebtorNumbered(unit, number)
  if (isNarrowed(unit.scope)) refuse('ACCESS_DENIED')
  return loadHeld(unit, SystemDebtor, named)
}

/** Debtors and claims may be many. */
async function follow(unit: Unit, { id: systemDebtorId }: SystemDebtor): Promise<void> {
  await unit.flush()
  const of = { input: { systemDebtorId }, oneOf: 'systemDebtorId' }
  await startTask(unit, { taskName: 'debtors.bankruptcy', ...of })
  await startTask(unit, { taskName: 'invoices.bankruptcy', ...of })
}

export const ofSystemDebtor = z.object({ systemDebtorId: id('SystemDebtor') })

type Bankruptcies = ReadonlyMap<string, BusinessDate | null>

/** Each client's debtor says since when it is bankrupt, and so its client's subscriptions. */
const telling = setForm<Debtor, object, Bankruptcies, void, void>({
  ...heldRows(Debtor),
  async read(unit, debtors) {
    const ids = [...new Set(debtors.flatMap(({ systemDebtorId }) => systemDebtorId ?? []))]
    const known = await rowsOf(unit, SystemDebtor, { id: ids }, ['id', 'bankruptcyDate'])
    return new Map(known.map((one) => [one.id, one.bankruptcyDate ?? null]))
  },
  rule: () => undefined,
  write(unit, debtor, _, bankruptcies) {
    const bankruptSince = bankruptcies.get(debtor.systemDebtorId ?? '') ?? null
    if ((debtor.bankruptSince ?? null) !== bankruptSince) {
      unit.update(Debtor, debtor, { bankruptSince })
    }
  },
  async finish(unit, made) {
    const clientIds = [...new Set(made.map(({ thing }) => thing.clientId))].toSorted()
    for (const clientId of clientIds) await unit.runtime.registered.payoutsFollow(unit, clientId)
  },
})

const untold = `
select d.id from system_debtor s join debtor d on d.tenant_id = s.tenant_id
  and d.system_debtor_id = s.id
where s.tenant_id = $1 and s.status = 'BANKRUPT'
  and d.bankrupt_since is distinct from s.bankruptcy_date
union
select d.id from debtor d
where d.tenant_id = $1 and d.bankrupt_since is not null and not exists (
  select 1 from system_debtor s where s.tenant_id = d.tenant_id and s.id = d.system_debtor_id
    and s.status = 'BANKRUPT')
order by id limit $2`

/** As many debtors as that at most, which do not say what their identity says. */
export async function tellUntold(unit: Unit, atOnce: number): Promise<number> {
  const rows = await unit.transaction.query<{ id: string }>(untold, [unit.tenantId, atOnce])
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await telling.many(unit, ids, {})
  return ids.length
}

export const tellOfBankruptcy = taskOf({
  kind: 'Debtor',
  input: ofSystemDebtor,
  one: telling.one,
  many: telling.many,
  mustEnd: true,
  find: async (unit, { systemDebtorId }, { after, until, limit }) => {
    const values: unknown[] = [unit.tenantId, systemDebtorId, after === '' ? null : after, until]
    const rows = await unit.transaction.query<{ id: string }>(
      `select id from debtor where tenant_id = $1 and system_debtor_id = $2
         and ($3::uuid is null or id > $3) and id <= $4 and ${unit.bound('debtor', values)}
       order by id limit ${limit}`,
      values,
    )
    return rows.map((row) => row.id)
  },
})
