import { rf } from '../clients/references.ts'
import { plainReference } from '../payments/references.ts'

const longestOfBanks = 35

/**
 * By what reference a loan is paid: its number, with check digits where these leave it short enough
 * for a bank; none for a number that no bank takes.
 */
export function referenceOfLoan(loanNumber: string): string | null {
  const plain = plainReference(loanNumber)
  if (!/^[0-9A-Z]+$/.test(plain) || plain.length > longestOfBanks) return null
  return plain.length <= 21 ? rf(plain) : plain
}
