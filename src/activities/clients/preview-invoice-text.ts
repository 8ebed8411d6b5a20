import {
  filled,
  textFields,
  type InvoiceTexts,
  type TextFacts,
} from '../../domain/clients/invoice-text.ts'
import { plusDays } from '../../domain/dates.ts'
import { languages, type Language } from '../../domain/languages.ts'
import { Client } from '../../entities/client.ts'
import { chosenWith } from '../../kernel/read/setting.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseUnknownPlaceholders, type SentTexts } from './change-invoice-text.ts'
import { invoiceSettings, invoiceTextSettings } from './settings.ts'

/** The texts as a debtor would read them on a sample invoice; nothing is stored. */
export async function previewInvoiceText(
  unit: Unit,
  clientId: string,
  sent: SentTexts,
): Promise<Record<Language, InvoiceTexts>> {
  const client = await unit.load(Client, clientId)
  refuseUnknownPlaceholders(sent)
  const kept = await settingsOf(unit, clientId, invoiceTextSettings)
  const facts = await example(unit, client)
  const texts = chosenWith(invoiceTextSettings, kept, sent) as typeof kept
  return Object.fromEntries(
    languages.map((language) => [language, inWords(texts[language], facts)]),
  ) as Record<Language, InvoiceTexts>
}

function inWords(texts: InvoiceTexts, facts: TextFacts): InvoiceTexts {
  return Object.fromEntries(
    textFields.map((field) => [field, filled(texts[field], facts)]),
  ) as InvoiceTexts
}

async function example(unit: Unit, client: Client): Promise<TextFacts> {
  const tenant = await unit.tenant()
  const today = await unit.today()
  const { paymentTermsDays, paymentAccount } = await settingsOf(unit, client.id, invoiceSettings)
  return {
    clientName: client.name,
    tenantName: tenant.name,
    debtorName: 'Alva Lind',
    customerNumber: '1001',
    invoiceNumber: '2001',
    invoiceDate: today,
    expireDate: plusDays(today, paymentTermsDays),
    amount: '1250.00',
    currency: tenant.currency,
    paymentReference: '20018',
    paymentAccount: paymentAccount?.number ?? '991-2346',
  }
}
