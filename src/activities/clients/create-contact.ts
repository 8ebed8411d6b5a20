import type { z } from 'zod'
import { Contact } from '../../entities/contact.ts'
import { Debtor } from '../../entities/debtor.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseMoved } from '../system/refuse-moved.ts'

export const createContactInput = bodyOf(
  Contact,
  ['debtorId', 'name', 'role', 'email', 'phone', 'preferred'],
  { preferred: false },
)

/** The one to try first takes that place from whoever had it. */
export async function createContact(
  unit: Unit,
  { debtorId, ...sent }: z.output<typeof createContactInput>,
): Promise<Contact> {
  const debtor = await loadHeld(unit, Debtor, debtorId, '/debtorId')
  refuseMoved(debtor, '/debtorId')
  const { clientId } = debtor
  if (sent.preferred) await setAside(unit, debtorId)
  const { role = null, email: address = null, phone = null, ...facts } = sent
  return unit.add(Contact, { ...facts, role, phone, email: address, debtorId, clientId })
}

async function setAside(unit: Unit, debtorId: string): Promise<void> {
  for (const before of await unit.all(Contact, { debtorId, preferred: true })) {
    before.preferred = false
  }
  await unit.flush()
}
