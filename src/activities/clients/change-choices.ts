import type { SettingKind } from '../../domain/clients/client.ts'
import type { ClientSetting } from '../../entities/client-setting.ts'
import {
  changeSchemaOf,
  type ChangeOf,
  type SettingGroup,
  type SettingTree,
} from '../../kernel/read/setting.ts'
import type { ChangeChoices } from '../../kernel/write/registered.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookkeepingSettings } from '../bookkeeping/settings.ts'
import { changeBookkeeping } from './change-bookkeeping.ts'
import { changeCompliance } from './change-compliance.ts'
import { changeDocumentSettings } from './change-document-settings.ts'
import { changeInvoiceSettings } from './change-invoice-settings.ts'
import { changeInvoiceText } from './change-invoice-text.ts'
import { changeSettings } from './change-settings.ts'
import {
  billingSettings,
  complianceSettings,
  documentSettings,
  factoringSettings,
  invoiceSettings,
  invoiceTextSettings,
} from './settings.ts'

type Change<T> = (
  unit: Unit,
  clientId: string,
  sent: ChangeOf<T>,
) => Promise<ClientSetting | Pending>

function byKey<T extends SettingTree>(group: SettingGroup<T>, change: Change<T>): ChangeChoices {
  const schema = changeSchemaOf(group)
  return (unit, clientId, sent) => change(unit, clientId, schema.parse(sent))
}

/** The verb of each kind of settings, for callers who change settings by key. */
export const changeChoices: Readonly<Record<SettingKind, ChangeChoices>> = {
  BILLING: byKey(billingSettings, (unit, clientId, sent) =>
    changeSettings(unit, clientId, billingSettings, sent),
  ),
  BOOKKEEPING: byKey(bookkeepingSettings, changeBookkeeping),
  INVOICE: byKey(invoiceSettings, changeInvoiceSettings),
  INVOICE_TEXT: byKey(invoiceTextSettings, changeInvoiceText),
  COMPLIANCE: byKey(complianceSettings, changeCompliance),
  DOCUMENT: byKey(documentSettings, changeDocumentSettings),
  FACTORING: byKey(factoringSettings, (unit, clientId, sent) =>
    changeSettings(unit, clientId, factoringSettings, sent),
  ),
}
