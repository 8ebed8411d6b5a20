/** As long as a bank takes the text of a payment. */
export const transferTextMax = 140

/** What a payout is known by, in the words of templates. */
export const transferPlaceholders = [
  'amount',
  'clientName',
  'currency',
  'plannedDate',
  'reference',
] as const
export type TransferFacts = Readonly<Record<(typeof transferPlaceholders)[number], string>>

const placeholder = /\{([^{}]*)\}/g

/** The names in braces that nobody knows, and braces that stand alone. */
export function unknownPlaceholders(template: string): string[] {
  const named = [...template.matchAll(placeholder)].map(([, name]) => name ?? '')
  const known: readonly string[] = transferPlaceholders
  const alone = template.replaceAll(placeholder, '').match(/[{}]/g) ?? []
  return [...named.filter((name) => !known.includes(name)), ...alone]
}

/** What the bank would cut off is cut off here, so that the payout shows what is sent. */
export function transferText(template: string, facts: TransferFacts): string {
  const text = template.replaceAll(placeholder, (_, name: keyof TransferFacts) => facts[name])
  return text.slice(0, transferTextMax)
}
