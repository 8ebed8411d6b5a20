import { z } from 'zod'
import { plainReference, withoutMarks } from '../../domain/payments/references.ts'
import type { MainStatus } from '../../domain/invoices/invoice.ts'
import { decimal } from '../../domain/money.ts'
import { withoutFikLine } from '../../domain/clients/nordic-references.ts'
import {
  faultOfReference,
  referenceKinds,
  type ReferenceFault,
  type ReferenceKind,
} from '../../domain/payments/reference-checks.ts'
import { isLetThrough } from '../../domain/payments/account.ts'
import { Invoice } from '../../entities/invoice.ts'
import { PaymentAccount } from '../../entities/payment-account.ts'
import { filled, id } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { claimsByReference } from './claims-by-reference.ts'
import { owedOn } from './claims.ts'
import { isOfAccount } from './receiving-accounts.ts'

export const validateReferenceInput = z.strictObject({
  reference: filled(40).meta({ example: '1000010000174' }),
  /** The only kind that it may be; without, any. */
  kind: z.enum(referenceKinds).optional(),
  /** What it is paid to; without, any account. */
  paymentAccountId: id('PaymentAccount').optional(),
})

export interface ReferenceSaid {
  /** Whether its check digits are right, of whatever kind it is, and the account takes it. */
  valid: boolean
  kind: ReferenceKind | null
  /** For each kind, the first of its checks that fails. */
  checks: { kind: ReferenceKind; fails: ReferenceFault | null }[]
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
  { reference, kind: only, paymentAccountId }: z.output<typeof validateReferenceInput>,
): Promise<ReferenceSaid> {
  const account =
    paymentAccountId === undefined
      ? undefined
      : await unit.load(PaymentAccount, paymentAccountId, '/paymentAccountId')
  const asSent = withoutFikLine(reference.replaceAll(/\s/g, '').toUpperCase())
  const plain = plainReference(asSent)
  const kinds = only === undefined ? referenceKinds : [only]
  const checks = kinds.map((each) => ({
    kind: each,
    // A hyphen at the end is a check digit of one kind, and in all others what people write.
    fails: faultOfReference(each === 'KID_MOD11' ? endKept(asSent) : withoutMarks(asSent), each),
  }))
  const kind = checks.find(({ fails }) => fails === null)?.kind ?? null
  const ids = (await claimsByReference(unit, [plain])).get(plain) ?? []
  const found = await unit.readEach(Invoice, 'id = any($2)', [ids])
  const fitting = found.filter(({ clientId }) => isOfAccount(account, clientId))
  const invoice = fitting.length === 1 ? fitting[0]! : null
  return {
    valid: kind !== null && (account === undefined || isLetThrough(asSent, account)),
    kind,
    checks,
    claim: invoice && {
      id: invoice.id,
      clientId: invoice.clientId,
      status: invoice.mainStatus,
      balance: decimal(owedOn(invoice), invoice.baseCurrency),
      currency: invoice.baseCurrency,
    },
  }
}

/** Without the hyphens between digits. */
const endKept = (reference: string): string => reference.replaceAll(/-(?!$)/g, '')
