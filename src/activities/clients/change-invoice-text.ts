import { textFields, unknownPlaceholders } from '../../domain/clients/invoice-text.ts'
import { languages, type Language } from '../../domain/languages.ts'
import { invalid } from '../../domain/refusal.ts'
import { changing } from './change-settings.ts'
import { invoiceTextSettings } from './settings.ts'

export type SentTexts = Partial<
  Record<Language, Partial<Record<(typeof textFields)[number], string | undefined>> | undefined>
>

/** An unknown placeholder is refused, because debtors would read it as it is. */
export const changeInvoiceText = changing(invoiceTextSettings, async ({ sent, choose }) => {
  const row = await choose()
  refuseUnknownPlaceholders(sent)
  return row
})

export function refuseUnknownPlaceholders(sent: SentTexts): void {
  for (const language of languages) {
    for (const field of textFields) {
      const [unknown] = unknownPlaceholders(sent[language]?.[field] ?? '')
      if (unknown === undefined) continue
      const message = `There is no placeholder {${unknown}}`
      invalid(`/${language}/${field}`, 'UNKNOWN_PLACEHOLDER', message)
    }
  }
}
