import { decimal } from './money.ts'

interface Claim {
  invoiceNumber: string
  grossAmount: bigint
  invoiceCurrency: string
}

/** What who looks at a process knows an invoice by: its number, its amount, and whose it is. */
export const aboutClaim = (
  { invoiceNumber, grossAmount, invoiceCurrency }: Claim,
  client: { name: string } | undefined,
): string =>
  `Invoice ${invoiceNumber}, ${decimal(grossAmount, invoiceCurrency)} ${invoiceCurrency}, ` +
  `client ${client?.name ?? 'unknown'}`
