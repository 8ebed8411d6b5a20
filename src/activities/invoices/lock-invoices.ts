import type { Unit } from '../unit.ts'

/**
 * Whoever moves an invoice through its activation has it alone until the commit; in the order of
 * their ids, so that two who want the same ones never wait for each other.
 */
export async function lockInvoices(unit: Unit, ids: readonly string[]): Promise<void> {
  // Whatever is read next waits for it, so nobody else has to.
  unit.transaction.ahead('lock invoices', lock, [unit.tenantId, ids])
}

const lock = `select id from invoice where tenant_id = $1 and id = any($2)
  order by id for no key update`
