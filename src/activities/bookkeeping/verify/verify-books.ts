import { idOfUuid } from '../../../domain/id-forms.ts'
import type { Pool } from '../../../ports/database/pool.ts'
import { Transaction } from '../../../ports/database/transaction.ts'
import { checksOfBills } from './bills.ts'
import { checksOfBooks } from './books.ts'
import { checksOfBought } from './bought.ts'
import type { Check, Promised } from './check.ts'
import { checksOfClaims } from './claims.ts'
import { checksOfControl } from './control.ts'
import { checksOfDeliveries } from './deliveries.ts'
import { deriveAgain, derivedCheck, type Derived } from './derived.ts'
import { checksOfLoans } from './loans.ts'
import { checksOfParts } from './parts.ts'
import { checksOfPayments } from './payments.ts'
import { checksOfPayouts } from './payouts.ts'
import { checksOfClientAccounts } from './client-accounts.ts'

export interface Finding {
  check: string
  subject: string
  found: string
}

export interface Outcome {
  check: Promised
  findings: Finding[]
  /** There are more than are listed. */
  more: boolean
}

export const checks: readonly Check[] = [
  ...checksOfBooks,
  ...checksOfClientAccounts,
  ...checksOfClaims,
  ...checksOfBought,
  ...checksOfControl,
  ...checksOfLoans,
  ...checksOfParts,
  ...checksOfPayments,
  ...checksOfBills,
  ...checksOfPayouts,
  ...checksOfDeliveries,
]

/** All that is verified, whichever way. */
export const allChecks: readonly Promised[] = [...checks, derivedCheck]

const findingsMax = 100

/** Asks of a tenant's live data what must hold, one statement a check, while others work on. */
export async function verifyBooks(
  pool: Pool,
  tenantId: string,
  report: (outcome: Outcome) => void = () => undefined,
  besides: readonly Check[] = [],
): Promise<Finding[]> {
  const all: Finding[] = []
  const add = (outcome: Outcome) => {
    report(outcome)
    all.push(...outcome.findings)
  }
  for (const check of [...checks, ...besides]) add(await verified(pool, tenantId, check))
  add(await derived(pool, tenantId))
  return all
}

/** The only check that uses the posting rules, and not only the database. */
async function derived(pool: Pool, tenantId: string): Promise<Outcome> {
  const findings: Finding[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: Derived = await derivedPage(pool, tenantId, after)
    findings.push(...page.broken.map((broken) => ({ check: derivedCheck.name, ...broken })))
    if (findings.length > findingsMax) break
    after = page.after
  }
  const more = findings.length > findingsMax
  return { check: derivedCheck, findings: findings.slice(0, findingsMax), more }
}

/** Reading everything may take longer than the usual statement timeout. */
const usualWithin = '15min'

/** A page of it, in a transaction of its own. */
export async function derivedPage(pool: Pool, tenantId: string, after: string): Promise<Derived> {
  const transaction = await Transaction.begin(pool, { tenantId }, 'report')
  try {
    await transaction.query(`set local statement_timeout = '${usualWithin}'`)
    return await deriveAgain(transaction, tenantId, after)
  } finally {
    await transaction.rollback()
  }
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** What SQL has put into a text, as everybody knows it. */
const withIds = (text: string | null): string =>
  (text ?? '').replaceAll(uuids, (uuid) => idOfUuid(uuid))

export async function verified(
  pool: Pool,
  tenantId: string,
  check: Check,
  within = usualWithin,
): Promise<Outcome> {
  const transaction = await Transaction.begin(pool, { tenantId }, 'report')
  try {
    await transaction.query(`set local statement_timeout = '${within}'`)
    const rows = await transaction.query<{ subject: string | null; found: string }>(
      `${check.sql} limit ${findingsMax + 1}`,
      check.sql.includes('$2') ? [tenantId, tenantId] : [tenantId],
    )
    const findings = rows.slice(0, findingsMax).map(({ subject, found }) => ({
      check: check.name,
      subject: withIds(subject),
      found: withIds(found),
    }))
    return { check, findings, more: rows.length > findingsMax }
  } finally {
    await transaction.rollback()
  }
}
