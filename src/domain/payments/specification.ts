import { decimal, sum } from '../money.ts'
import { refuse, type Fault } from '../refusal.ts'
import { faultsOf, type Payable } from './placing.ts'

/** As many lines as a list may have that is read while somebody waits for it. */
export const specifiedMax = 1_000

/** A line of a list that says what a payment is for. */
export interface SpecifiedRow {
  line: number
  reference: string | null
  invoiceNumber: string | null
  /** In minor units. */
  amount: string
}

export interface SpecificationRead {
  rows: readonly SpecifiedRow[]
  /** What is wrong with it as a list. */
  findings: readonly { line: number; code: string; message: string }[]
}

/** A claim as it stands, with whose it is. */
export interface ClaimSpecified extends Payable {
  open: bigint
  id: string
  clientId: string
}

/** A line with the claims that it may mean. */
export interface LineSpecified {
  line: number
  amount: bigint
  claims: readonly ClaimSpecified[]
}

interface Split {
  left: bigint
  currency: string
  /** Whose money it is, where that is known. */
  clientId: string | null
}

const faultsTold = 100

/** How much of the payment each claim gets by the list: all of it, or nothing. */
export function splitBy(
  lines: readonly LineSpecified[],
  findings: SpecificationRead['findings'],
  { left, currency, clientId }: Split,
): ReadonlyMap<string, bigint> {
  const amounts = new Map<string, bigint>()
  const faults = findings.map(({ line, code, message }) => told(line, code, message))
  for (const { line, amount, claims } of lines) {
    const found = claimOf(claims, clientId)
    if ('code' in found) {
      faults.push(told(line, found.code, found.message))
      continue
    }
    const before = amounts.get(found.id) ?? 0n
    const [unpayable] = faultsOf(found, currency, '')
    if (unpayable !== undefined) faults.push(told(line, unpayable.code, unpayable.message))
    else if (before + amount > found.open) {
      const owed = `${decimal(found.open, currency)} is owed on it`
      faults.push(told(line, 'CLAIM_EXCEEDED', owed))
    } else amounts.set(found.id, before + amount)
  }
  faults.push(...faultsOfWhole(lines, faults.length, { left, currency }))
  if (faults.length > 0) {
    const detail = `${faults.length} faults; nothing was taken of the list.`
    refuse('SPECIFICATION_UNFIT', { detail, errors: faults.slice(0, faultsTold) })
  }
  return amounts
}

function faultsOfWhole(
  lines: readonly LineSpecified[],
  before: number,
  { left, currency }: Pick<Split, 'left' | 'currency'>,
): Fault[] {
  const pointer = '/content'
  if (lines.length === 0 && before === 0) {
    return [{ pointer, code: 'EMPTY', message: 'The list has no line that says what is paid' }]
  }
  const total = sum(lines.map(({ amount }) => amount))
  if (total <= left) return []
  const [says, is] = [decimal(total, currency), decimal(left, currency)]
  const message = `Its lines make up ${says}, and ${is} of the payment is left`
  return [{ pointer, code: 'PAYMENT_EXCEEDED', message }]
}

/** The one claim that is meant: of several with the number, that of whose money it is. */
function claimOf(
  claims: readonly ClaimSpecified[],
  clientId: string | null,
): ClaimSpecified | { code: string; message: string } {
  const own = clientId === null ? claims : claims.filter((claim) => claim.clientId === clientId)
  const [one, other] = own
  if (one === undefined) {
    if (claims.length === 0) return { code: 'NOT_FOUND', message: 'No claim has it' }
    return { code: 'CLAIM_NOT_PAYABLE', message: 'It is of another client than the payment' }
  }
  if (other === undefined) return one
  return { code: 'AMBIGUOUS', message: 'Several claims have it: say which by the reference' }
}

const told = (line: number, code: string, message: string): Fault => ({
  pointer: '/content',
  code,
  message: `Line ${line}: ${message}`,
})
