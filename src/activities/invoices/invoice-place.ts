import type { DebtorSent } from '../../domain/debtors/debtor-sent.ts'
import type { ClientStatus } from '../../domain/clients/client.ts'
import type { DueDateCalendar } from '../../domain/dates.ts'
import type { Chosen, SharedLevel } from '../../domain/settings.ts'
import type { ProductCode } from '../../domain/clients/product.ts'
import { isCreditNote } from '../../domain/invoices/activation.ts'
import type { InvoiceType, LedgerStatus } from '../../domain/invoices/invoice.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import {
  changedDebtor,
  lockedDebtor,
  newDebtor,
  isAllKnown,
  type Creditor,
} from '../debtors/match-debtor.ts'
import { keepUnmoved } from '../system/refuse-moved.ts'
import { controlNumbers } from '../bookkeeping/refuse-control-numbers.ts'
import {
  chosenAmong,
  chosenUnderKeys,
  resolved,
  valuesOf,
  type SettingGroup,
  type SettingTree,
  type ValuesOf,
} from '../../kernel/read/setting.ts'
import { followedBy, keysOfTenant } from '../../kernel/read/settings-in-force.ts'
import { lockKeyAhead } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { question } from '../../ports/database/answers.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { invoiceSettings } from '../clients/settings.ts'
import { calendarOf } from './calendar.ts'
import { datesSettings } from './settings.ts'

/** What a new invoice needs: its client's settings, its debtor, any invoice of the same number. */
export interface Place extends Creditor {
  roundTotal: boolean
  /** The calendar by which its due date is found. */
  calendar: DueDateCalendar
  /** The product under which the client's invoices are activated at once, if they are. */
  activateAs: ProductCode | null
  debtor: KnownDebtor | null
  existingId: string | null
  /** Its booking was reversed. */
  isReversed: boolean
  clientStatus: ClientStatus
  /** The requested account numbers that no row may name. */
  controlNumbers: readonly string[]
}

interface Existing extends Row {
  id: string
  ledgerStatus: LedgerStatus
}

interface KnownDebtor extends Record<string, unknown> {
  id: string
  name: string
  type: 'COMPANY' | 'PERSON'
  further: Record<string, string | number | boolean>
}

export interface InvoiceKey {
  clientId: string
  invoiceNumber: string
  type: InvoiceType
}

/** Of whom many invoices come at once, each for another debtor. */
const creditor = question<CreditorFound & Row>(`
  select t.currency, c.id as "clientId", c.status as "clientStatus",
    c.country_code as "countryCode", s.value as "ofClient",
    (select json_object_agg(key, value) from system_setting
      where tenant_id = $1 and key = any ($4) and value is not null) as "ofTenant",
    (select json_object_agg(level, value) from setting_choice
      where tenant_id = $1 and target_id = ${followedBy('c')}) as "followed",
    ${controlNumbers('$1', '$2', '$3')} as "controlNumbers"
  from tenant t
  left join client c on c.tenant_id = $1 and c.id = $2
  left join client_setting s on s.tenant_id = $1 and s.client_id = $2 and s.kind = 'INVOICE'
  where t.tenant_id = $1`)

interface CreditorFound {
  currency: string
  clientId: string | null
  clientStatus: ClientStatus | null
  countryCode: string | null
  ofClient: Chosen | null
  ofTenant: Record<string, Chosen> | null
  followed: Partial<Record<SharedLevel, Chosen>> | null
  controlNumbers: string[]
}

const knownDebtor = question<KnownDebtor>(`
  select id, name, type, identification_number as "identificationNumber",
    country_code as "countryCode", email, phone, invoice_address as "invoiceAddress",
    delivery_address as "deliveryAddress", peppol_id as "peppolId",
    preferred_language as "preferredLanguage", further
  from debtor where tenant_id = $1 and client_id = $2 and customer_number = $3
    and moved_to_id is null`)

const ofSameNumber = `
  select id, ledger_status as "ledgerStatus" from invoice
  where tenant_id = $1 and client_id = $2 and invoice_number = $3 and type = $4`

/** Besides the key of the invoice: its debtor, and the accounts that its rows name. */
interface Named {
  customerNumber: string
  accountNumbers: readonly string[]
}

/** Reads everything in one round trip; a second caller with the same number waits for the first. */
export async function placeOf(
  unit: Unit,
  { clientId, invoiceNumber, type }: InvoiceKey,
  { customerNumber, accountNumbers }: Named,
): Promise<Place> {
  lockKeyAhead(unit, 'invoice number', `${clientId} ${type} ${invoiceNumber}`)
  const keys = keysOfTenant([invoiceSettings, datesSettings])
  const [found, debtor, existing] = await Promise.all([
    unit.ask(creditor, [clientId, ...accountNumbers], [clientId, accountNumbers, keys]),
    unit.ask(knownDebtor, [clientId, customerNumber], [clientId, customerNumber]),
    unit.existing<Existing>(ofSameNumber, [clientId, invoiceNumber, type]),
  ])
  if (found?.clientId == null || found.countryCode === null) return notFound('/clientId')
  const { currency, countryCode } = found
  const { roundTotal, autoActivate, defaultProductCode } = chosenAt(invoiceSettings, found)
  const productCode = isCreditNote(type) ? 'INVOICE_SERVICE' : defaultProductCode
  return {
    clientId,
    clientStatus: found.clientStatus ?? notFound('/clientId'),
    currency,
    countryCode,
    roundTotal,
    calendar: calendarOf(countryCode, chosenAt(datesSettings, found)),
    activateAs: autoActivate ? productCode : null,
    debtor: debtor ?? null,
    existingId: existing?.id ?? null,
    isReversed: existing?.ledgerStatus === 'REVERSED',
    controlNumbers: found.controlNumbers,
  }
}

function chosenAt<T extends SettingTree>(
  group: SettingGroup<T>,
  { ofClient, ofTenant, followed }: CreditorFound,
): ValuesOf<T> {
  const further = Object.entries(followed ?? {}).map(([level, value]) => [
    level,
    chosenAmong(group, value),
  ])
  const chosen = {
    ...Object.fromEntries(further),
    ...(group.kind === 'INVOICE' && { CLIENT: ofClient ?? {} }),
    TENANT: chosenUnderKeys(group, ofTenant ?? {}),
  }
  return valuesOf(group, resolved(group, chosen))
}

/** A number stays used after a reversed booking, because the debtor has a document with it. */
export function refuseSecond({ existingId, isReversed }: Place): void {
  if (existingId === null) return
  const detail = 'Its booking was reversed; the number stays used, as its document bears it.'
  refuse('INVOICE_ALREADY_EXISTS', {
    existingId,
    ...(isReversed && { detail }),
    errors: [
      {
        pointer: '/invoiceNumber',
        code: 'INVOICE_ALREADY_EXISTS',
        message: 'The client already has an invoice of this number and type',
      },
    ],
  })
}

/** The debtor of the invoice; no further query if nothing about them has changed. */
export async function debtorIdAt(unit: Unit, place: Place, sent: DebtorSent): Promise<string> {
  const { debtor } = place
  if (debtor === null) return (await newDebtor(unit, place, sent)).id
  if (isAllKnown(debtor, sent)) {
    keepUnmoved(unit, debtor.id, '/debtor/customerNumber')
    return debtor.id
  }
  const locked = await lockedDebtor(unit, place, sent)
  return locked === null ? debtor.id : (await changedDebtor(unit, place, locked, sent)).id
}
