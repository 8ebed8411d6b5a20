import type { Client } from '../../../entities/client.ts'
import { CreditStatus } from '../../../entities/credit-status.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const productCode = 'INVOICE_FACTORING_SELL'

/** Makes the limits, so that what is financed is counted; a person chooses how high they are. */
export async function openCreditLimits(unit: Unit, client: Client): Promise<void> {
  const { currency } = await unit.tenant()
  const limit = { clientId: client.id, currency, productCode } as const
  if ((await unit.find(CreditStatus, limit)) !== null) return
  unit.add(CreditStatus, { ...limit, utilised: 0n, reserved: 0n, status: 'OK' })
}
