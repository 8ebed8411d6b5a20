import { CreditStatus } from '../../entities/credit-status.ts'
import { SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { ExposedTo } from './debtor-exposure.ts'

/** Whose limits a claim uses. A debtor without an identity has none beyond the client's. */
export type Limiting = ExposedTo

/** The limits of one claim, for nobody else until the commit. */
export interface Limits {
  of: Limiting
  client: CreditStatus
  debtor: SystemDebtorCreditStatus | null
  today: string
}

const productCode = 'INVOICE_FACTORING_SELL'

/** The client's row first and the debtor's after it, always, so that claims never block each other. */
export async function lockLimits(unit: Unit, of: Limiting): Promise<Limits> {
  return (await lockLimitsOf(unit, [of]))(of)
}

/**
 * The same of many claims, all clients' before all debtors'. Those of the same client or debtor
 * have the same row.
 */
export async function lockLimitsOf(
  unit: Unit,
  all: readonly Limiting[],
): Promise<(of: Limiting) => Limits> {
  return (await limitsThere(unit, all))()
}

/** What is there of them, which may be asked beside other things; returns what locks them. */
export async function limitsThere(
  unit: Unit,
  all: readonly Limiting[],
): Promise<() => Promise<(of: Limiting) => Limits>> {
  const [there, thereOfDebtors, today] = await Promise.all([
    ofClients(unit, all),
    ofDebtors(unit, all),
    unit.today(),
  ])
  const lacking = lackingIn(there, all.map(clientKeyOf), clientKeyOf)
  const lackingDebtors = lackingIn(thereOfDebtors, all.flatMap(debtorKeyOf), keyOf)
  return () => locked(unit, all, lacking, lackingDebtors, today)
}

async function locked(
  unit: Unit,
  all: readonly Limiting[],
  lacking: readonly string[],
  lackingDebtors: readonly string[],
  today: string,
): Promise<(of: Limiting) => Limits> {
  if (lacking.length === 0 && lackingDebtors.length === 0) {
    const held = await Promise.all([ofClients(unit, all, 'held'), ofDebtors(unit, all, 'held')])
    return limitsAmong(...held, today)
  }
  return limitsAmong(
    await madeOfClients(unit, all, lacking),
    await madeOfDebtors(unit, all, lackingDebtors),
    today,
  )
}

function limitsAmong(
  clients: readonly CreditStatus[],
  debtors: readonly SystemDebtorCreditStatus[],
  today: string,
): (of: Limiting) => Limits {
  const ofClient = new Map(clients.map((row) => [clientKeyOf(row), row]))
  const ofDebtor = new Map(debtors.map((row) => [keyOf(row), row]))
  return (of) => ({
    of,
    client: ofClient.get(clientKeyOf(of))!,
    debtor: debtorKeyOf(of).map((key) => ofDebtor.get(key)!)[0] ?? null,
    today,
  })
}

const ofClients = (unit: Unit, all: readonly Limiting[], how?: 'held') =>
  unit.readEach(
    CreditStatus,
    `product_code = $2 and (client_id, currency) in (select * from unnest($3::uuid[], $4::text[]))`,
    [productCode, all.map(({ clientId }) => clientId), all.map(({ currency }) => currency)],
    how,
  )

async function ofDebtors(unit: Unit, all: readonly Limiting[], how?: 'held') {
  const known = all.filter(({ systemDebtorId }) => systemDebtorId !== null)
  if (known.length === 0) return []
  return unit.readEach(
    SystemDebtorCreditStatus,
    `(system_debtor_id, currency) in (select * from unnest($2::uuid[], $3::text[]))`,
    [known.map(({ systemDebtorId }) => systemDebtorId), known.map(({ currency }) => currency)],
    how,
  )
}

function lackingIn<Row>(
  rows: readonly Row[],
  wanted: readonly string[],
  key: (row: Row) => string,
): string[] {
  const there = new Set(rows.map(key))
  return [...new Set(wanted)].filter((each) => !there.has(each)).toSorted()
}

/** Counting begins with the first claim in a currency, limited or not. */
async function madeOfClients(
  unit: Unit,
  all: readonly Limiting[],
  keys: readonly string[],
): Promise<CreditStatus[]> {
  for (const key of keys) await lockKey(unit, 'client limit', key)
  const rows = await ofClients(unit, all, 'held')
  const made = lackingIn(rows, all.map(clientKeyOf), clientKeyOf).map((key) => {
    const [clientId = '', currency = ''] = key.split(' ')
    const counted = { utilised: 0n, reserved: 0n, status: 'OK' } as const
    return unit.insert(CreditStatus, { clientId, currency, productCode, ...counted })
  })
  await unit.flush()
  return [...rows, ...made]
}

async function madeOfDebtors(
  unit: Unit,
  all: readonly Limiting[],
  keys: readonly string[],
): Promise<SystemDebtorCreditStatus[]> {
  for (const key of keys) await lockKey(unit, 'debtor limit', key)
  const rows = await ofDebtors(unit, all, 'held')
  const made = lackingIn(rows, all.flatMap(debtorKeyOf), keyOf).map((key) => {
    const [systemDebtorId = '', currency = ''] = key.split(' ')
    const counted = { utilised: 0n, reserved: 0n }
    return unit.insert(SystemDebtorCreditStatus, { systemDebtorId, currency, ...counted })
  })
  await unit.flush()
  return [...rows, ...made]
}

const clientKeyOf = ({ clientId, currency }: Pick<Limiting, 'clientId' | 'currency'>) =>
  `${clientId} ${currency}`

const debtorKeyOf = ({ systemDebtorId, currency }: Limiting) =>
  systemDebtorId === null ? [] : [keyOf({ systemDebtorId, currency })]

/** The row of the debtor's limit, where something was counted or set before. */
export async function lockedDebtorLimit(
  unit: Unit,
  systemDebtorId: string,
  currency: string,
): Promise<SystemDebtorCreditStatus | null> {
  const where = 'system_debtor_id = $2 and currency = $3'
  const locked = await holdWhere(unit, SystemDebtorCreditStatus, where, [systemDebtorId, currency])
  if (locked.length === 0) return null
  return unit.load(SystemDebtorCreditStatus, { systemDebtorId, currency })
}

export async function lockDebtorLimit(
  unit: Unit,
  systemDebtorId: string,
  currency: string,
): Promise<SystemDebtorCreditStatus> {
  const known = await lockedDebtorLimit(unit, systemDebtorId, currency)
  if (known !== null) return known
  await lockKey(unit, 'debtor limit', keyOf({ systemDebtorId, currency }))
  const since = await lockedDebtorLimit(unit, systemDebtorId, currency)
  if (since !== null) return since
  const fields = { systemDebtorId, currency, utilised: 0n, reserved: 0n }
  const made = unit.add(SystemDebtorCreditStatus, fields)
  await unit.flush()
  return made
}

/** The same of several identities in several currencies: keys for what is not there, then rows. */
export async function lockDebtorLimits(
  unit: Unit,
  systemDebtorIds: readonly string[],
  currencies: readonly string[],
): Promise<SystemDebtorCreditStatus[]> {
  const named = {
    systemDebtorId: { $in: [...systemDebtorIds] },
    currency: { $in: [...currencies] },
  }
  const wanted = systemDebtorIds.flatMap((systemDebtorId) =>
    currencies.map((currency) => ({ systemDebtorId, currency })),
  )
  const lackingIn = (rows: readonly SystemDebtorCreditStatus[]) => {
    const known = new Set(rows.map(keyOf))
    return wanted.filter((each) => !known.has(keyOf(each)))
  }
  const keys = lackingIn(await unit.all(SystemDebtorCreditStatus, named)).map(keyOf)
  for (const key of keys.toSorted()) await lockKey(unit, 'debtor limit', key)
  const where = 'system_debtor_id = any($2) and currency = any($3)'
  await holdWhere(unit, SystemDebtorCreditStatus, where, [systemDebtorIds, currencies])
  const rows = await unit.all(SystemDebtorCreditStatus, named)
  const made = lackingIn(rows).map((each) =>
    unit.add(SystemDebtorCreditStatus, { ...each, utilised: 0n, reserved: 0n }),
  )
  await unit.flush()
  return [...rows, ...made]
}

const keyOf = (of: { systemDebtorId: string; currency: string }) =>
  `${of.systemDebtorId} ${of.currency}`
