import type { Client } from '../../../entities/client.ts'
import { PaymentReferenceSetting } from '../../../entities/payment-reference-setting.ts'
import { lockSharedDefaults } from '../locks.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const prefixLength = 6
/** No prefix begins with zero, because people leave out leading zeros. */
const beforeFirst = 100_000

/** Each client has a prefix, because clients may share an account. */
export async function makeReferences(unit: Unit, client: Client): Promise<void> {
  if ((await unit.find(PaymentReferenceSetting, { clientId: client.id })) !== null) return
  await lockSharedDefaults(unit)
  const [last] = await unit.transaction.query<{ prefix: string }>(
    `select prefix from payment_reference_setting
     where tenant_id = $1 and prefix ~ '^[0-9]{${prefixLength}}$' order by prefix desc limit 1`,
    [unit.tenantId],
  )
  const next = Math.max(Number(last?.prefix ?? 0), beforeFirst) + 1
  unit.add(PaymentReferenceSetting, {
    clientId: client.id,
    scheme: client.countryCode === 'SE' ? 'OCR' : 'RF',
    level: 'VARIABLE',
    prefix: String(next),
    nextNumber: 1n,
  })
}
