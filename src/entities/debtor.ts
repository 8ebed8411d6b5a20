import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onChange } from '../domain/event-rules.ts'
import { debtorTypes } from '../domain/debtors/debtor-type.ts'
import { languages } from '../domain/languages.ts'
import {
  amount,
  businessDate,
  currency,
  furtherFields,
  idOf,
  text,
  countryCode,
  name,
} from './columns.ts'
import { debtorToDebtor } from './debtor-sees.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A customer of a client, who owes what is invoiced. */
export const Debtor = defineEntity({
  name: 'Debtor',
  ...tenantTable('debtor', {
    steady: 'afterwards',
    moving: ['balance', 'version', 'updatedAt'],
    clientColumn: 'client_id',
    debtorColumn: 'id',
    debtorIsShown: debtorToDebtor,
    references: {
      clientId: 'client',
      systemDebtorId: 'system_debtor',
      subtypeId: 'debtor_subtype',
      reminderProfileId: 'reminder_profile',
      movedToId: 'debtor',
    },
    filledTo: 80,
    events: {
      DEBTOR: {
        means: [onChange('bankruptSince', 'bankruptcyChanged'), ...ofRow()],
        rights: ['ReadDebtor', 'ReadDebtors'],
        toDebtor: () => true,
      },
    },
  }),
  properties: {
    ...identified('D.'),
    clientId: idOf('Client'),
    customerNumber: text(60, '1042'),
    systemDebtorId: idOf('SystemDebtor').nullable(),
    type: p.enum(debtorTypes),
    subtypeId: idOf('DebtorSubtype').nullable(),
    name: name(200, 'Nordic Timber AB'),
    identificationNumber: text(40, '556677-8899').nullable(),
    /** The country of the number, if it is not that of the client. */
    countryCode: countryCode().nullable(),
    email: p.string().length(254).nullable(),
    phone: text(60).nullable(),
    invoiceAddress: p.json<Record<string, unknown>>().nullable(),
    deliveryAddress: p.json<Record<string, unknown>>().nullable(),
    peppolId: text(100).nullable(),
    preferredLanguage: p.enum(languages).nullable(),
    reminderProfileId: idOf('ReminderProfile').nullable(),
    /** As its identity has it, for its client. */
    bankruptSince: businessDate().nullable(),
    /** The debtor that has taken its place. */
    movedToId: idOf('Debtor').nullable(),
    /** Further contact fields, by the names with which they were sent. */
    further: furtherFields(),
    currency: currency(),
    balance: amount(),
    ...versioned,
  },
  uniques: [
    { name: 'debtor_number_unique', properties: ['tenantId', 'clientId', 'customerNumber'] },
  ],
  indexes: [
    { name: 'debtor_customer_index', properties: ['tenantId', 'customerNumber', 'id'] },
    { name: 'debtor_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'debtor_type_index', properties: ['tenantId', 'type'] },
    { name: 'debtor_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'debtor_system_index',
      properties: ['tenantId', 'systemDebtorId', 'id'],
      where: { systemDebtorId: { $ne: null } },
    },
    {
      name: 'debtor_moved_index',
      properties: ['tenantId', 'movedToId'],
      where: { movedToId: { $ne: null } },
    },
    {
      name: 'debtor_bankrupt_index',
      properties: ['tenantId', 'id'],
      where: { bankruptSince: { $ne: null } },
    },
    {
      name: 'debtor_identification_index',
      properties: ['tenantId', 'identificationNumber', 'id'],
      where: { identificationNumber: { $ne: null } },
    },
  ],
})
export type Debtor = InferEntity<typeof Debtor>
