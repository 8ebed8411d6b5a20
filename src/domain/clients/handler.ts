import { invalid } from '../refusal.ts'

/** Who is billed for what the clients of a handler use: each client, or the handler for all. */
export const billedParties = ['CLIENT', 'HANDLER'] as const

export interface HandlerBilling {
  billTo: (typeof billedParties)[number]
  commissionPercent: string
  identificationNumber?: string | null | undefined
  name?: string | null | undefined
  address?: object | null | undefined
  email?: string | null | undefined
}

/** Who is billed can be written to; who is paid commission is known by a number. */
export function checkBilling(terms: HandlerBilling): void {
  const wanted = [
    ...(terms.billTo === 'HANDLER' ? (['name', 'address', 'email'] as const) : []),
    ...(terms.billTo === 'HANDLER' || Number(terms.commissionPercent) > 0
      ? (['identificationNumber'] as const)
      : []),
  ]
  for (const field of wanted) {
    if (terms[field] == null) {
      invalid(`/${field}`, 'REQUIRED', 'Whoever is billed or paid commission has it')
    }
  }
}
