import { isConfigured } from '../../../domain/clients/configuration.ts'
import {
  ClientBankAccount,
  ClientBankAccountProfile,
  ClientTransferText,
} from '../../../entities/client-bank-account.ts'
import { ClientArticle } from '../../../entities/client-article.ts'
import { ClientProduct } from '../../../entities/client-product.ts'
import { ClientSetting } from '../../../entities/client-setting.ts'
import { Client } from '../../../entities/client.ts'
import { EmailRecipient } from '../../../entities/email-recipient.ts'
import { PaymentReferenceSetting } from '../../../entities/payment-reference-setting.ts'
import { ReminderProfile } from '../../../entities/reminder-profile.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** What is configured of a client, by the name under which it is committed. */
const parts = {
  settings: ClientSetting,
  products: ClientProduct,
  paymentReferences: PaymentReferenceSetting,
  emailRecipients: EmailRecipient,
  articles: ClientArticle,
  reminderProfiles: ReminderProfile,
  bankAccounts: ClientBankAccount,
  bankAccountProfiles: ClientBankAccountProfile,
  transferTexts: ClientTransferText,
} as const

interface Part {
  id: string
}

export interface Configuration {
  client: Client
  configured: Readonly<Record<string, unknown>>
  rowIds: string[]
}

export async function configurationOf(unit: Unit, clientId: string): Promise<Configuration> {
  const client = await unit.load(Client, clientId)
  const rowIds = [clientId]
  const configured: Record<string, unknown> = { client: shownOf(Client, client) }
  for (const [name, entity] of Object.entries(parts)) {
    const rows = (await unit.all(entity as never, { clientId } as never)) as Part[]
    const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    rowIds.push(...sorted.map(({ id }) => id))
    configured[name] = sorted.map((row) => shownOf(entity, row))
  }
  return { client, configured, rowIds }
}

/** No secrets are configured of clients; fields that no answer shows stay out all the same. */
function shownOf({ meta }: { meta: { properties: object } }, row: object) {
  const hidden = meta.properties as Readonly<Record<string, { hidden?: boolean }>>
  return Object.fromEntries(
    Object.entries(row).filter(
      ([field]) => field in hidden && hidden[field]?.hidden !== true && isConfigured(field),
    ),
  )
}

const tables = Object.values(parts).map(({ meta }) => meta.tableName)

/** Another one than before where anything of it has changed; of a row `r` of a repository. */
export const markOfConfiguration = `(select concat_ws('/', (
      select c.version from client c
      where c.tenant_id = r.tenant_id and c.id = r.client_id), ${tables
        .map(
          (table) => `(
      select concat_ws(',', count(*), sum(s.version), extract(epoch from max(s.updated_at)))
      from ${table} s where s.tenant_id = r.tenant_id and s.client_id = r.client_id)`,
        )
        .join(', ')}))`
