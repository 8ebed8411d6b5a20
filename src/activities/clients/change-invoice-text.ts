import { textFields, unknownPlaceholders } from '../../domain/clients/invoice-text.ts'
import { languages, type Language } from '../../domain/languages.ts'
import { invalid } from '../../domain/refusal.ts'
import type { ClientSetting } from '../../entities/client-setting.ts'
import { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeSettings } from './change-settings.ts'
import { invoiceTextSettings } from './settings.ts'

export type SentTexts = Partial<
  Record<Language, Partial<Record<(typeof textFields)[number], string | undefined>> | undefined>
>

/** An unknown placeholder is refused, because debtors would read it as it is. */
export async function changeInvoiceText(
  unit: Unit,
  clientId: string,
  sent: SentTexts,
): Promise<ClientSetting | Pending> {
  const row = await changeSettings(unit, clientId, invoiceTextSettings, sent)
  if (row instanceof Pending) return row
  refuseUnknownPlaceholders(sent)
  return row
}

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
