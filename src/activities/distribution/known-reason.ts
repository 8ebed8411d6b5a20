import { notFound } from '../../domain/refusal.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { ReasonCode } from '../../entities/reason-code.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A reason that is given must be one of the tenant's that is in use. */
export async function knownReason(
  unit: Unit,
  code: string | undefined,
  pointer = '/reasonCode',
): Promise<void> {
  if (code === undefined) return
  const reason = await unit.find(ReasonCode, { code })
  if (reason === null || !reason.active) notFound(pointer)
}

/** The invoice keeps every reason that was given for it, once. */
export function keepReason(invoice: Invoice, code: string | undefined): void {
  if (code === undefined || invoice.reasonCodes.includes(code)) return
  invoice.reasonCodes = [...invoice.reasonCodes, code]
}
