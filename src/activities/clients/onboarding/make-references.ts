import type { Client } from '../../../entities/client.ts'
import { PaymentReferenceSetting } from '../../../entities/payment-reference-setting.ts'
import { lockSharedDefaults } from '../locks.ts'
import { nextPrefix } from '../reference-prefixes.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Each client has a prefix, because clients may share an account. */
export async function makeReferences(unit: Unit, client: Client): Promise<void> {
  if ((await unit.find(PaymentReferenceSetting, { clientId: client.id })) !== null) return
  await lockSharedDefaults(unit)
  unit.add(PaymentReferenceSetting, {
    clientId: client.id,
    scheme: client.countryCode === 'SE' ? 'OCR' : 'RF',
    level: 'VARIABLE',
    prefix: await nextPrefix(unit),
    nextNumber: 1n,
    formerPrefixes: [],
  })
}
