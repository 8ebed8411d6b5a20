import { isConfigured } from '../../../domain/clients/configuration.ts'
import {
  ClientBankAccount,
  ClientBankAccountProfile,
  ClientTransferText,
} from '../../../entities/client-bank-account.ts'
import { ClientArticle } from '../../../entities/client-article.ts'
import { ClientGroup, ClientGroupClient } from '../../../entities/client-group.ts'
import { ClientHandler, ClientHandlerClient } from '../../../entities/client-handler.ts'
import { ClientProduct } from '../../../entities/client-product.ts'
import { ClientSetting } from '../../../entities/client-setting.ts'
import type { ClientRepository } from '../../../entities/client-repository.ts'
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

/** By whom of the tenant a client is looked after, and with which others. */
const belongings = {
  groups: {
    to: ClientGroup,
    by: ClientGroupClient,
    key: 'clientGroupId',
    column: 'client_group_id',
  },
  handlers: {
    to: ClientHandler,
    by: ClientHandlerClient,
    key: 'clientHandlerId',
    column: 'client_handler_id',
  },
} as const

interface Part {
  id: string
}

interface Named extends Part {
  name: string
}

export interface Configuration {
  client: Client
  configured: Readonly<Record<string, unknown>>
  rowIds: string[]
}

/** How the tenant sorts its clients is no client's to hear: where one commits for itself, it is left out. */
export async function configurationOf(
  unit: Unit,
  { clientId, placedFor = null }: Pick<ClientRepository, 'clientId' | 'placedFor'>,
): Promise<Configuration> {
  const client = await unit.load(Client, clientId)
  const rowIds = [clientId]
  const configured: Record<string, unknown> = { client: shownOf(Client, client) }
  for (const [name, entity] of Object.entries(parts)) {
    const sorted = sortedById((await unit.all(entity as never, { clientId } as never)) as Part[])
    rowIds.push(...sorted.map(({ id }) => id))
    configured[name] = sorted.map((row) => shownOf(entity, row))
  }
  if (placedFor !== null) return { client, configured, rowIds }
  for (const [name, { to, by, key }] of Object.entries(belongings)) {
    const links = (await unit.all(by as never, { clientId } as never)) as Record<string, string>[]
    const ids = links.flatMap((link) => link[key] ?? [])
    const there = ids.length === 0 ? [] : await unit.all(to as never, { id: ids } as never)
    rowIds.push(...ids)
    configured[name] = sortedById(there as Named[]).map((one) => ({ id: one.id, name: one.name }))
  }
  return { client, configured, rowIds }
}

const sortedById = <T extends Part>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** No secrets are configured of clients; fields that no answer shows stay out all the same. */
function shownOf({ meta }: { meta: { properties: object } }, row: object) {
  const hidden = meta.properties as Readonly<Record<string, { hidden?: boolean }>>
  return Object.fromEntries(
    Object.entries(row).filter(
      ([field]) => field in hidden && hidden[field]?.hidden !== true && isConfigured(field),
    ),
  )
}

const ofTables = Object.values(parts).map(
  ({ meta: { tableName } }) => `
      select concat_ws(',', count(*), sum(s.version), extract(epoch from max(s.updated_at)))
      from ${tableName} s where s.tenant_id = r.tenant_id and s.client_id = r.client_id`,
)

/** Of two groups one may take the place of the other. */
const ofBelongings = Object.values(belongings).map(
  ({ to, by, column }) => `
      select md5(string_agg(s.id::text || s.name, ',' order by s.id))
      from ${by.meta.tableName} l join ${to.meta.tableName} s
        on s.tenant_id = l.tenant_id and s.id = l.${column}
      where l.tenant_id = r.tenant_id and l.client_id = r.client_id`,
)

/** Another one than before where anything of it has changed; of a row `r` of a repository. */
export const markOfConfiguration = `(select concat_ws('/', (
      select c.version from client c
      where c.tenant_id = r.tenant_id and c.id = r.client_id), ${[...ofTables, ...ofBelongings]
        .map((select) => `(${select})`)
        .join(', ')}))`
