import { z } from 'zod'
import { plainReference } from '../../domain/payments/references.ts'
import type { MainStatus } from '../../domain/invoices/invoice.ts'
import { decimal } from '../../domain/money.ts'
import { isOcr, isRf } from '../../domain/clients/references.ts'
import { Invoice } from '../../entities/invoice.ts'
import { filled } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { claimsByReference } from './claims-by-reference.ts'
import { owedOn } from './claims.ts'

export const validateReferenceInput = z.strictObject({
  reference: filled(40).meta({ example: '1000010000174' }),
})

export interface ReferenceSaid {
  /** Whether its check digits are right, of whatever kind it is. */
  valid: boolean
  kind: 'OCR' | 'RF' | null
  claim: {
    id: string
    clientId: string
    status: MainStatus
    balance: string
    currency: string
  } | null
}

/** What a reference is worth: whether a bank would take it, and what would be paid with it. */
export async function validateReference(
  unit: Unit,
  { reference }: z.output<typeof validateReferenceInput>,
): Promise<ReferenceSaid> {
  const plain = plainReference(reference)
  const kind = isRf(plain) ? 'RF' : isOcr(plain, 'HARD') ? 'OCR' : null
  const ids = (await claimsByReference(unit, [plain])).get(plain) ?? []
  const invoice = ids.length === 1 ? await unit.load(Invoice, ids[0]!) : null
  return {
    valid: kind !== null,
    kind,
    claim: invoice && {
      id: invoice.id,
      clientId: invoice.clientId,
      status: invoice.mainStatus,
      balance: decimal(owedOn(invoice), invoice.baseCurrency),
      currency: invoice.baseCurrency,
    },
  }
}
